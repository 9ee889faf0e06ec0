/** The entry of the list of ways that is pressed stays under the pointer, however long the answer above the list is then. */

/** Listens in the explainer's root, behind the list itself: the new answer is drawn in the next frame. */
export function stayUnderPointer(root: ShadowRoot): void {
  let last = new AbortController();
  root.addEventListener("click", (event) => {
    const entry = event.target instanceof Element ? event.target.closest<HTMLElement>(".way") : null;
    const list = entry?.closest<HTMLElement>(".other-ways");
    const column = list?.parentElement;
    // A key presses too, without a pointer: it has moved the focus, and so the view.
    if (!entry || !list || !column || (event as MouseEvent).detail === 0) return;
    const top = (): number => entry.getBoundingClientRect().top;
    const before = top();
    const takeBack = (): void => {
      list.style.marginTop = "";
      column.style.paddingBottom = column.style.overflowY = "";
    };
    // Heard from now on: the pointer may have left before the answer is drawn.
    last.abort();
    const stay = (last = new AbortController());
    const { signal } = stay;
    const leave = (): void => {
      stay.abort();
      takeBack();
    };
    list.addEventListener("pointerleave", leave, { signal });
    list.addEventListener("wheel", () => column.style.overflowY !== "" && leave(), { signal, passive: true });
    window.addEventListener("pointerdown", (press) => press.composedPath().includes(list) || leave(), { signal });
    requestAnimationFrame(() => {
      if (signal.aborted) return;
      takeBack();
      const scroll = (): void => {
        for (const scroller of [column, list.closest(".answer"), document.scrollingElement]) if (scroller) scroller.scrollTop += top() - before;
      };
      scroll();
      const room = Math.round(before - top());
      // Where there is nothing to scroll, room above the list keeps it in place or, under a longer answer, room at the end of its column: until the pointer leaves.
      if (room > 0) list.style.marginTop = `${String(room)}px`;
      if (room >= 0) return;
      const spare = column.clientHeight - column.scrollTop - (column.lastElementChild!.getBoundingClientRect().bottom - column.getBoundingClientRect().top);
      column.style.paddingBottom = `${String(Math.max(0, Math.floor(spare)) - room)}px`;
      // A bar that comes and goes would change the width of its lines. On a touch screen it has no width.
      if (spare > 0 && (event as PointerEvent).pointerType === "mouse") column.style.overflowY = "hidden";
      scroll();
    });
  });
}
