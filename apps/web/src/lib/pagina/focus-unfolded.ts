/** Focuses an element after opening the folded parts around it. */
export function focusUnfolded(element: HTMLElement | null | undefined) {
  for (let fold = element?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true
  element?.focus()
}
