UPDATE conversion_definitions SET first_attributed_at = NULL;
