/** The entry of the list of ways that is pressed stays under the pointer, however long the answer above the list is then. */

/** Listens in the explainer's root, behind the list itself: the new answer is drawn in the next frame. */
export function stayUnderPointer(root: ShadowRoot): void {
  root.addEventListener("click", (event) => {
    const entry = event.target instanceof Element ? event.target.closest<HTMLElement>(".way") : null;
    const list = entry?.closest<HTMLElement>(".other-ways");
    // A key presses too, without a pointer: it has moved the focus, and so the view.
    if (!entry || !list || (event as MouseEvent).detail === 0) return;
    const top = (): number => entry.getBoundingClientRect().top;
    const before = top();
    requestAnimationFrame(() => {
      list.style.marginTop = "";
      for (const scroller of [list.parentElement, list.closest(".answer"), document.scrollingElement]) if (scroller) scroller.scrollTop += top() - before;
      // Where there is nothing to scroll back to, room above the list keeps it, until the pointer leaves.
      const room = before - top();
      if (room <= 0) return;
      list.style.marginTop = `${String(room)}px`;
      list.addEventListener("pointerleave", () => (list.style.marginTop = ""), { once: true });
    });
  });
}
