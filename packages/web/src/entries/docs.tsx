import '@fontsource-variable/inter/wght.css';
import '../app.css';
import { must } from '@weft/std';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DocsPage } from '../features/docs/DocsPage.tsx';

createRoot(must(document.getElementById('app'), 'the page has an #app element')).render(
  <StrictMode>
    <DocsPage />
  </StrictMode>,
);
