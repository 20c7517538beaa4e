// Functions that jsdom lacks and the library needs. Every screen test imports this first.
import { configure } from '@testing-library/react'

// Screens load when they are first opened, which takes time on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

let width = 1280

/** Width of the window for screens rendered from now on; 1280 px by default. */
export const setWindowWidth = (px: number) => void (width = px)

Object.assign(window, {
  scrollTo: () => undefined,
  matchMedia: (query: string) => ({
    matches: width >= Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Infinity),
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
})

// Settings of the installation, as the server writes them into the page.
export const TEST_CODEC = { id: 'k1', key: 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc' }
const block = document.createElement('script')
block.type = 'application/json'
block.id = 'ajustes'
block.textContent = JSON.stringify({ producto: 'Yupana', segmento: 'app', codec: TEST_CODEC, modo: 'prueba' })
document.body.append(block)

// The labels of a field. jsdom goes through the page for each field, and through it again for each label: a fourteenth of these tests.
const LABELABLE = 'button, input:not([type=hidden]), meter, output, progress, select, textarea'
for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement])
  Object.defineProperty(prototype, 'labels', {
    get(this: HTMLElement) {
      if (!this.matches(LABELABLE)) return null
      const isNamed = this.id !== '' && this.ownerDocument.getElementById(this.id) === this
      const isOurs = (label: HTMLLabelElement) =>
        label.hasAttribute('for') ? isNamed && label.htmlFor === this.id : label.querySelector(LABELABLE) === this
      return [...this.ownerDocument.getElementsByTagName('label')].filter(isOurs)
    },
  })
