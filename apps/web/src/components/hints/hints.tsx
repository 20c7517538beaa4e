import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import classes from './hints.module.css'

/** Time that the pointer or the focus stays on a button before its hint shows, in ms. */
const DELAY_MS = 400
const MARGIN = 8

interface Shown {
  text: string
  box: DOMRect
}

/** The hint of the button under the pointer or the focus, from `data-hint`; it repeats the accessible name. */
export function Hints() {
  const [shown, setShown] = useState<Shown>()
  useEffect(() => followHints(setShown), [])
  // Mounted only while shown, so that it is above a dialog of the same layer.
  return shown && createPortal(<Hint {...shown} />, document.body)
}

function Hint({ text, box }: Shown) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const hint = element.current
    if (!hint) return
    const { width, height } = hint.getBoundingClientRect()
    const left = box.left + box.width / 2 - width / 2
    hint.style.left = `${Math.max(MARGIN, Math.min(left, window.innerWidth - width - MARGIN))}px`
    hint.style.top = `${box.bottom + height > window.innerHeight ? box.top - height : box.bottom}px`
  }, [text, box])
  return (
    <div ref={element} role="tooltip" className={classes.hint}>
      <span>{text}</span>
    </div>
  )
}

function followHints(show: (shown: Shown | undefined) => void): () => void {
  let target: Element | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const hide = () => {
    clearTimeout(timer)
    show(undefined)
  }
  const aim = (found: Element | null | undefined) => {
    if ((found ?? undefined) === target) return
    hide()
    target = found ?? undefined
    const text = target?.getAttribute('data-hint')
    if (target && text)
      timer = setTimeout((of: Element) => of.isConnected && show({ text, box: of.getBoundingClientRect() }), DELAY_MS, target)
  }
  const listen = new AbortController()
  const on = <K extends keyof DocumentEventMap>(kind: K, act: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(kind, act, { capture: true, passive: true, signal: listen.signal })
  const elementOf = ({ target: at }: Event) => (at instanceof Element ? at : undefined)

  on('pointerover', (event) => {
    // A hint under the pointer stays; touch has no hover.
    if (event.pointerType !== 'touch' && !elementOf(event)?.closest('[role="tooltip"]')) aim(elementOf(event)?.closest('[data-hint]'))
  })
  on('focusin', (event) => aim(elementOf(event)?.closest('[data-hint]:focus-visible')))
  on('focusout', () => aim(undefined))
  // A pressed button hides its hint until the pointer has left it.
  on('pointerdown', hide)
  on('keydown', hide)
  on('scroll', hide)
  return () => {
    listen.abort()
    hide()
  }
}
