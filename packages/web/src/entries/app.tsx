import '@fontsource-variable/inter/wght.css';
import '../app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { must } from '@weft/std';
import { preparePopups } from '@weft/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../queries.ts';
import { router } from '../routes.tsx';
import { answerOffline } from '../shell/answer-offline.ts';
import { sayPartMissing } from '../shell/say-part-missing.ts';

preparePopups(() => void sayPartMissing('This part of the page'));

createRoot(must(document.getElementById('app'), 'the page has an #app element')).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

// What is being worked on is not answered by a worker of yesterday.
if (import.meta.env.PROD) answerOffline();
