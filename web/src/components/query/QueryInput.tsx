import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

import type { QueryFieldProps } from './QueryField';

const QueryField = lazy(async () => ({ default: (await import('./QueryField')).QueryField }));

interface QueryInputProps extends QueryFieldProps {
  description?: string;
  /** What is wrong with it. */
  error?: string | null;
  /** The label is for those who can't see the field alone. */
  isLabelHidden?: boolean;
}

/** A query field as a part of a form; the editor is loaded when it is first needed. */
export function QueryInput({ description, error = null, isLabelHidden = false, ...field }: QueryInputProps) {
  return (
    <Input.Wrapper
      flex={1}
      miw={0}
      labelElement="div"
      label={isLabelHidden ? null : field.label}
      description={description}
      error={error}
    >
      <Suspense fallback={<Skeleton h={30} />}>
        <QueryField {...field} isInvalid={error !== null} />
      </Suspense>
    </Input.Wrapper>
  );
}
