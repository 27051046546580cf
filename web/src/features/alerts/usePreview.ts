import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';

import type { AlertPreview, AlertVariable } from '../../api/stack.gen';
import { previewAlert } from './calls';
import { bodyOf, canTry } from './form';
import { unknownVariables } from './template';
import type { AlertForm } from './types';

const settleMs = 500;

/** What an alert would send, and what its templates can read. */
export interface Preview {
  shown: AlertPreview | undefined;
  variables: AlertVariable[];
  error: Error | null;
  /** What is shown is that of before the last change, which is on its way. */
  isStale: boolean;
  /** What is shown is without a template that has a mistake. */
  isOld: boolean;
}

/** Reads what the alert of a form would send, as soon as it is known what it watches. */
export function usePreview(form: AlertForm): Preview {
  const [settled] = useDebouncedValue(form, settleMs);
  const { channels: _channels, ...body } = bodyOf(settled);
  // Templates with a mistake are refused, and say nothing about the variables that there are.
  const bare = useQuery({ ...previewQuery({ ...body, name: null, message: null }), enabled: canTry(settled) });
  const variables = bare.data?.variables ?? [];
  const known = variables.map(({ name }) => name);
  const isRight = (templates: AlertForm) => unknownVariables(textOf(templates), known).length === 0;
  const rendered = useQuery({
    ...previewQuery(body),
    enabled: canTry(settled) && canRender(settled) && isRight(settled),
  });
  return {
    shown: rendered.data ?? bare.data,
    variables,
    error: rendered.error,
    isStale: rendered.isPlaceholderData && rendered.isFetching,
    isOld: !isRight(form) || rendered.error !== null,
  };
}

function previewQuery(body: Parameters<typeof previewAlert>[0]) {
  return queryOptions({
    queryKey: ['alert-preview', body],
    queryFn: () => previewAlert(body),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  });
}

function canRender(form: AlertForm): boolean {
  return !textOf(form).endsWith('{{');
}

function textOf({ name, message }: AlertForm): string {
  return `${name} ${message}`;
}
