/** The question that every project asks, of whichever way it imports the package. */
export const request = { query: [3, 20], target: { class: "accepted" }, certificate: true };

export async function ask({ loadModel, check, parallel }, source) {
  const model = await loadModel(source);
  const answer = await model.explain(request);
  const verdict = await check(model, request, answer);
  const many = [];
  for await (const { counterfactuals } of model.explainMany([[3, 20], { Income: 1, Age: 30 }], { target: request.target })) many.push(counterfactuals[0].cost.toFixed(4));
  model.free();
  const [{ cost, changes }] = answer.counterfactuals;
  return { status: answer.status, cost: cost.toFixed(4), changed: changes.map(({ feature }) => feature), checked: verdict.checked, many, parallel: await parallel() };
}
