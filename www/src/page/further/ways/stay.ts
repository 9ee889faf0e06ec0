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
      const column = list.parentElement;
      list.style.marginTop = "";
      if (column) rest(column);
      const scroll = (): void => {
        for (const scroller of [column, list.closest(".answer"), document.scrollingElement]) if (scroller) scroller.scrollTop += top() - before;
      };
      scroll();
      const room = Math.round(before - top());
      if (room === 0) return;
      // Where there is nothing to scroll, room above the list keeps it in place or, under a longer answer, room at the end of its column: until the pointer leaves.
      if (room > 0) list.style.marginTop = `${String(room)}px`;
      else if (column) {
        const spare = column.clientHeight - column.scrollTop - (column.lastElementChild!.getBoundingClientRect().bottom - column.getBoundingClientRect().top);
        column.style.paddingBottom = `${String(Math.max(0, Math.floor(spare)) - room)}px`;
        // A bar that comes and goes would change the width of its lines.
        if (spare > 0) column.style.overflowY = "hidden";
        scroll();
      }
      list.addEventListener(
        "pointerleave",
        () => {
          list.style.marginTop = "";
          if (column) rest(column);
        },
        { once: true },
      );
    });
  });
}

/** Takes back the room at the end. */
function rest(column: HTMLElement): void {
  column.style.paddingBottom = column.style.overflowY = "";
}
