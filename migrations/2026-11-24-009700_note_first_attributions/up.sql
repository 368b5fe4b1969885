-- When a conversion of the definition was credited to a touch for the first time ever.
ALTER TABLE conversion_definitions ADD COLUMN first_attributed_at timestamptz;
