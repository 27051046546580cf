/** Ends a switch over all values of a type: when the type grows, the call no longer compiles. */
export function unreachable(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}

/** Ends such a switch over a value of an API, which a newer server may have more of: it stands for those. */
export function forUnknown<Result>(_value: never, result: Result): Result {
  return result;
}
