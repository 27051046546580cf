import { Stack, Text } from '@mantine/core';

import { isAway } from '../../api/error';
import { ErrorPanel } from '../../components/ErrorPanel';
import { FormModal } from '../../components/FormModal';

interface ExportFailureProps {
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** Says why there is no file: one with rows missing would look like a whole one. */
export function ExportFailure({ error, onRetry, onClose }: ExportFailureProps) {
  return (
    <FormModal content={null} onClose={onClose} title="Export">
      <Stack gap="md">
        <ErrorPanel title="The export failed" error={error} onRetry={onRetry} />
        {isAway(error) && <Text size="sm">A file has all rows or is not made: nothing was downloaded.</Text>}
      </Stack>
    </FormModal>
  );
}
