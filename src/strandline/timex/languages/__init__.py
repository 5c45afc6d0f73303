"""Time expressions in French, Spanish, German and Chinese: tables of words over one shared engine."""
