import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '@mantine/core/styles.css';
import './main.css';

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { makeQueryClient, sessionEndedQuery, sessionQuery } from './api/queries';
import { keepFocus } from './components/keepFocus';
import { hasUnsaved } from './components/unsaved';
import { makeRouter } from './routes/router';
import { cssVariables, theme } from './theme';

const queryClient = makeQueryClient(leave);
const router = makeRouter(queryClient);

/** Brings a visitor whose session has ended back to the sign-in page; with changes that are not saved, they stay and are asked. */
function leave(): void {
  if (hasUnsaved() && queryClient.getQueryData(sessionQuery.queryKey)) {
    queryClient.setQueryData(sessionEndedQuery.queryKey, true);
    return;
  }
  queryClient.setQueryData(sessionQuery.queryKey, null);
  void router.invalidate();
}

keepFocus();

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
