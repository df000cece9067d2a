-- A quiz is a type of flow of its own; those that were made before were listed as forms.
UPDATE weft.flows f SET type = 'quiz' FROM weft.documents d
WHERE d.flow_id = f.id AND f.type = 'form' AND d.content->'props'->'quiz' = 'true'::jsonb;
