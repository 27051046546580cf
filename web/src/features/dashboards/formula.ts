/** A formula over the series of a tile, which are called A, B, C …; null operands make a null result. */
export type Program = (operands: (number | null)[]) => number | null;

/** Reads a formula such as `100 * A / (A + B)`; null when it can't be read. */
export function parseFormula(text: string): Program | null {
  const tokens = text.match(/\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[A-Za-z]|[-+*/()]|\S/g) ?? [];
  const reader = new Reader(tokens);
  const program = reader.sum();
  return reader.isDone && !reader.hasFailed ? (operands) => decimal(program(operands)) : null;
}

/** Leaves out the noise of binary fractions, as the server does for alerts: 13 digits unless the number is whole. */
function decimal(value: number | null): number | null {
  if (value === null || Number.isInteger(value) || Math.abs(value) >= 1e13) return value;
  return Number(value.toPrecision(13));
}

type Binary = (left: number, right: number) => number;

const sums: Record<string, Binary> = { '+': (left, right) => left + right, '-': (left, right) => left - right };
const products: Record<string, Binary> = { '*': (left, right) => left * right, '/': (left, right) => left / right };

class Reader {
  hasFailed = false;
  private at = 0;

  constructor(private readonly tokens: string[]) {}

  get isDone(): boolean {
    return this.at === this.tokens.length;
  }

  sum(): Program {
    return this.chain(sums, () => this.chain(products, () => this.unary()));
  }

  private chain(operators: Record<string, Binary>, next: () => Program): Program {
    let left = next();
    for (let operator = operators[this.peek()]; operator !== undefined; operator = operators[this.peek()]) {
      this.at += 1;
      left = both(left, next(), operator);
    }
    return left;
  }

  private unary(): Program {
    const token = this.peek();
    this.at += 1;
    if (token === '-') {
      const inner = this.unary();
      return (operands) => negated(inner(operands));
    }
    if (token === '(') return this.closed();
    if (/^[A-Za-z]$/.test(token)) return operand(token.toUpperCase().charCodeAt(0) - 65);
    const number = Number(token);
    this.hasFailed ||= token === '' || Number.isNaN(number);
    return () => number;
  }

  private closed(): Program {
    const inner = this.sum();
    this.hasFailed ||= this.peek() !== ')';
    this.at += 1;
    return inner;
  }

  private peek(): string {
    return this.tokens[this.at] ?? '';
  }
}

function operand(at: number): Program {
  return (operands) => operands[at] ?? null;
}

function negated(value: number | null): number | null {
  return value === null ? null : -value;
}

function both(left: Program, right: Program, operator: Binary): Program {
  return (operands) => {
    const [a, b] = [left(operands), right(operands)];
    if (a === null || b === null) return null;
    const result = operator(a, b);
    return Number.isFinite(result) ? result : null;
  };
}
