-- What a quiz could have come to, and whether it was passed by the pass mark of its version: its certificate asks for both.
ALTER TABLE weft.form_sessions ADD COLUMN most_points int, ADD COLUMN passed boolean
