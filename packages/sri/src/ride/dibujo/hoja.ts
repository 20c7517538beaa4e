import type { Lienzo, Pieza } from './lienzo.ts'

interface Medidas {
  readonly left: number
  readonly width: number
  readonly bottom: number
  /** Draws the fixed parts of a page; returns the y where content may start. */
  startPage(page: number): number
}

/** Fills pages from top to bottom, and can go back to a page to fill a second column. */
export class Hoja {
  y = 0
  private page = 0
  private pages = 0
  private readonly tops: number[] = []

  constructor(
    readonly lienzo: Lienzo,
    private readonly medidas: Medidas,
  ) {
    this.nextPage()
  }

  get left(): number {
    return this.medidas.left
  }

  get width(): number {
    return this.medidas.width
  }

  get room(): number {
    return this.medidas.bottom - this.y
  }

  /** Largest height of a piece on a later page. */
  get pageHeight(): number {
    return this.medidas.bottom - (this.tops[1] ?? this.tops[0] ?? 0)
  }

  place(pieza: Pieza, x = this.left): void {
    this.ensure(pieza.height)
    pieza.draw(this.lienzo, x, this.y)
    this.y += pieza.height
  }

  /** Moves to the next page if the height fits there but not here (the first page has less room than the others). */
  ensure(height: number): void {
    const fresh = this.page > 1 && this.y === this.tops[this.page - 1]
    if (height > this.room && !fresh) this.nextPage()
  }

  nextPage(): void {
    if (this.page < this.pages) {
      this.lienzo.doc.switchToPage(this.page)
    } else {
      this.lienzo.doc.addPage()
      this.tops.push(this.medidas.startPage(this.page))
      this.pages += 1
    }
    this.page += 1
    this.y = this.tops[this.page - 1] ?? 0
  }

  /** Draws two columns side by side; continues under the longer one. */
  beside(first: () => void, second: () => void): void {
    const start = { page: this.page, y: this.y }
    first()
    const end = { page: this.page, y: this.y }
    this.goTo(start)
    second()
    if (end.page > this.page || (end.page === this.page && end.y > this.y)) this.goTo(end)
  }

  private goTo({ page, y }: { page: number; y: number }): void {
    this.lienzo.doc.switchToPage(page - 1)
    this.page = page
    this.y = y
  }
}
