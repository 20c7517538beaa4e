import type { KeyboardEvent } from 'react'

/** ↑ and ↓ move the focus between the elements of `selector` inside the element that received the key. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const next = choices.indexOf(document.activeElement as HTMLElement) + step
  choices[(next + choices.length) % choices.length]?.focus()
  event.preventDefault()
}
