/** Numbers that stand for objects which are too large to be keys. */
const numbers = new WeakMap<object, number>();
let numbered = 0;

export function numberOf(one: object): number {
  const number = numbers.get(one) ?? (numbered += 1);
  numbers.set(one, number);
  return number;
}
