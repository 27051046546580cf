import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import { EmptyState } from '../../components/EmptyState';
import { ListEnd } from '../../components/ListEnd';
import { partOf, partRows } from './partOf';
import { Rows, type Column } from './Rows';

interface LongRowsProps<Item> {
  label: string;
  /** What one of them is called. */
  noun: string;
  columns: Column[];
  list: Item[];
  /** What a row is found by. */
  textOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
}

/** A plain table of any length: it can be searched, and is shown part by part. */
export function LongRows<Item>({ label, noun, columns, list, textOf, children }: LongRowsProps<Item>) {
  const [find, setFind] = useState('');
  const [most, setMost] = useState(partRows);
  const { shown, found } = partOf(list, find, textOf, most);
  if (list.length <= partRows)
    return (
      <Rows label={label} columns={columns}>
        {list.map(children)}
      </Rows>
    );
  return (
    <>
      <TextInput
        size="xs"
        maw={320}
        aria-label={`Find a ${noun}`}
        placeholder={`Find a ${noun}`}
        value={find}
        onChange={(event) => setFind(event.currentTarget.value)}
      />
      {found === 0 ? (
        <EmptyState title={`No ${noun} has this text`}>Try another part of it.</EmptyState>
      ) : (
        <Rows label={label} columns={columns}>
          {shown.map(children)}
        </Rows>
      )}
      <ListEnd
        count={shown.length}
        noun={noun}
        isMore={shown.length < found}
        isBusy={false}
        onMore={() => setMost(most + partRows)}
      />
    </>
  );
}
