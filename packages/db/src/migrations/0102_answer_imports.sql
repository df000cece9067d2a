-- Answers that come to a form from the service it was made from: how far they are, and what of them has no place here.
CREATE TABLE weft.answer_imports (
  flow_id text COLLATE "C" PRIMARY KEY REFERENCES weft.flows (id) ON DELETE CASCADE,
  -- The job that reads them.
  job_id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL REFERENCES weft.organizations (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES weft.auth_user ("id") ON DELETE CASCADE,
  service_id text COLLATE "C" NOT NULL,
  -- What the service is called.
  service text NOT NULL,
  form_id text NOT NULL,
  -- What each question there has become here.
  made jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- Where the next page begins, as the service says; null: at the beginning.
  next_page text,
  taken bigint NOT NULL DEFAULT 0,
  -- As the service counts them; null: it does not say.
  total bigint,
  -- How many answers each sentence is about.
  lost jsonb NOT NULL DEFAULT '{}',
  -- Why it failed, for whoever asked for it.
  fault text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
)
