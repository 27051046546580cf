import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import type { AlertPreview } from '../../api/stack.gen';
import { previewAlert } from './calls';
import { bodyOf, canTry } from './form';
import { unknownVariables } from './template';
import type { AlertForm } from './types';

const settleMs = 500;

/** What an alert would tell, and what its templates can read. */
export interface Preview {
  shown: AlertPreview | undefined;
  error: Error | null;
  /** What is shown is that of before the last change. */
  isStale: boolean;
}

/** Reads what the alert of a form would tell, as soon as it is known what it watches. */
export function usePreview(form: AlertForm): Preview {
  const [settled] = useDebouncedValue(form, settleMs);
  const { channels: _channels, ...body } = bodyOf(settled);
  const known = useQuery({
    queryKey: ['alert-preview', body],
    queryFn: () => previewAlert(body),
    enabled: canTry(settled) && canRender(settled),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  });
  const names = known.data?.variables.map(({ name }) => name) ?? [];
  const isWrong = unknownVariables(`${form.name} ${form.message}`, names).length > 0;
  return {
    shown: known.data,
    error: known.error,
    isStale: known.isPlaceholderData || isWrong || known.error !== null,
  };
}

function canRender({ name, message }: AlertForm): boolean {
  return !`${name}${message}`.endsWith('{{');
}
