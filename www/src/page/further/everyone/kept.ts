/** A function whose last result is kept while its inputs are the same ones. */
export function kept<Inputs extends unknown[], Result>(make: (...inputs: Inputs) => Result): (...inputs: Inputs) => Result {
  let last: { inputs: Inputs; result: Result } | null = null;
  return (...inputs) => {
    if (!last?.inputs.every((input, at) => Object.is(input, inputs[at]))) last = { inputs, result: make(...inputs) };
    return last.result;
  };
}
