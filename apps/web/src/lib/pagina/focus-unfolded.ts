/** Takes the focus to an element, whatever it is folded away in. */
export function focusUnfolded(element: HTMLElement | null | undefined) {
  for (let fold = element?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true
  element?.focus()
}
