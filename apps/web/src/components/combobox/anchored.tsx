import { use, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'

import { PopoverLayer } from '../theme/layer.ts'

interface AnchoredProps {
  /** The element at which the layer is placed. */
  anchor: RefObject<HTMLElement | null>
  /** The edge that is aligned with the anchor. */
  align?: 'start' | 'end'
  /** Width in pixels; at least that of the anchor. */
  width?: number
  className?: string | undefined
  children: ReactNode
}

const GAP = 4
const MARGIN = 8

/** Places the box below the anchor, or above if there is more room; always inside the window. */
function place(box: HTMLElement, anchor: HTMLElement, align: 'start' | 'end', width: number) {
  const at = anchor.getBoundingClientRect()
  const [wide, high] = [Math.min(Math.max(width, at.width), window.innerWidth - 2 * MARGIN), window.innerHeight]
  const left = align === 'start' ? at.left : at.right - wide
  const below = high - at.bottom - GAP - MARGIN
  const above = at.top - GAP - MARGIN
  const goesUp = below < Math.min(box.scrollHeight, 240) && above > below
  Object.assign(box.style, {
    width: `${wide}px`,
    left: `${Math.max(MARGIN, Math.min(left, window.innerWidth - wide - MARGIN))}px`,
    top: goesUp ? 'auto' : `${at.bottom + GAP}px`,
    bottom: goesUp ? `${high - at.top + GAP}px` : 'auto',
    maxHeight: `${Math.max(120, goesUp ? above : below)}px`,
  })
}

/** A small layer beside an element, outside boxes that would cut it off. It follows its anchor; its opener also closes it. */
export function Anchored({ anchor, align = 'start', width = 0, className, children }: AnchoredProps) {
  const box = useRef<HTMLDivElement>(null)
  const zIndex = use(PopoverLayer)
  useLayoutEffect(() => {
    const follow = () => {
      if (box.current && anchor.current) place(box.current, anchor.current, align, width)
    }
    follow()
    window.addEventListener('scroll', follow, true)
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow, true)
      window.removeEventListener('resize', follow)
    }
  })
  return createPortal(
    <div ref={box} className={className} style={{ position: 'fixed', zIndex, overflowY: 'auto' }}>
      {children}
    </div>,
    document.body,
  )
}
