import { nombreDeLista, type ProductoVenta } from '@yupana/contract'
import { fromUnits, parseEntrada } from '@yupana/fiscal'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'

import { entradaOf } from '../../components/form/monto-entrada.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import { MOD_LABEL } from '../../lib/teclado/keyboard.ts'
import { addNotice } from '../../lib/pagina/notices.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { focusCelda, type Celda, type Columna } from './columnas.ts'
import { emptyLinea, isEmptyLinea, lineaOfProducto, withLista, type LineaValores } from './linea-valores.ts'
import type { LineasForm } from './lineas-context.ts'
import { preciosOf } from './precio-lista.ts'
import { lineasOfFilas, MAX_FILAS, type FilaPegada } from './pegar-filas.ts'
import type { ReglasLinea } from './reglas-linea.ts'

const DIRTY = { shouldDirty: true } as const
const STILL = { shouldFocus: false } as const

const PRECIO = /^lineas\.(\d+)\.precio$/

const nameOf = ({ descripcion, codigo }: LineaValores) => descripcion.trim() || codigo.trim() || 'Línea'

const oneMore = (text: string) => {
  const entrada = parseEntrada(text)
  return entradaOf((entrada.ok ? entrada.monto : 0) + fromUnits(1), 0)
}

/** The lines of the form and every change of them; the focus follows each change. */
export function useLineas(reglas: ReglasLinea) {
  const { control, getValues, setValue, watch } = useFormContext<LineasForm>()
  const { fields, insert, remove: drop, move: shift } = useFieldArray({ control, name: 'lineas' })
  const grid = useRef<HTMLDivElement>(null)
  const next = useRef<Celda>(undefined)
  /** The line that was deleted last, until it is back. */
  const removed = useRef<{ fila: number; linea: LineaValores }>(undefined)
  const [said, say] = useState('')
  const [touched, setTouched] = useState<{ fila: number; times: number }>()

  // Once the changed lines are drawn.
  useLayoutEffect(() => {
    if (!next.current) return
    focusCelda(grid.current, next.current)
    next.current = undefined
  })

  // A price that somebody types comes from no list.
  useEffect(() => {
    const { unsubscribe } = watch((_, { name, type }) => {
      const [, fila] = (type === 'change' && PRECIO.exec(name ?? '')) || []
      if (fila !== undefined && getValues(`lineas.${Number(fila)}.lista`) !== undefined) setValue(`lineas.${Number(fila)}.lista`, undefined)
    })
    return unsubscribe
  }, [watch, getValues, setValue])

  const changes = useMemo(() => {
    const lineas = () => getValues('lineas')
    const goTo = (fila: number, columna: Columna = 'producto') => void (next.current = { fila, columna })
    const restore = (fila: number, linea: LineaValores) => {
      if (removed.current?.linea === linea) removed.current = undefined
      const at = Math.min(fila, lineas().length)
      goTo(at)
      insert(at, linea, STILL)
      say(`Línea ${at + 1} recuperada: ${nameOf(linea)}`)
    }
    /** Before the empty line at the end, where there is one. */
    const insertAtEnd = (added: LineaValores[]) => {
      const all = lineas()
      const last = all.at(-1)
      const at = last && isEmptyLinea(last) ? all.length - 1 : all.length
      insert(at, added, STILL)
      return at
    }
    return {
      add: (columna: Columna = 'producto') => {
        goTo(lineas().length, columna)
        insert(lineas().length, emptyLinea(reglas), STILL)
      },
      choose: (fila: number, producto: ProductoVenta) => {
        const { cantidad = '' } = lineas()[fila] ?? {}
        setValue(`lineas.${fila}`, { ...lineaOfProducto(producto, reglas), ...(cantidad.trim() !== '' && { cantidad }) }, DIRTY)
        focusCelda(grid.current, { fila, columna: 'cantidad' })
      },
      /** A line of one, without a product; its place. */
      describe: (text: string, fila: number): number => {
        const { cantidad = '' } = lineas()[fila] ?? {}
        const linea = { ...emptyLinea(reglas), descripcion: text, cantidad: cantidad.trim() || '1' }
        if (fila < 0) return insertAtEnd([linea])
        setValue(`lineas.${fila}`, linea, DIRTY)
        focusCelda(grid.current, { fila, columna: 'cantidad' })
        return fila
      },
      /** Pasted lines that wait under this text keep their numbers, and have it as their description. Whether there are any. */
      describePasted: (text: string): boolean => {
        const waiting = lineas().flatMap(({ codigo, producto_id }, fila) => (codigo === text && !producto_id ? [fila] : []))
        for (const fila of waiting) setValue(`lineas.${fila}`, { ...lineas()[fila]!, codigo: '', descripcion: text }, DIRTY)
        return waiting.length > 0
      },
      /** `columna`: where the focus goes afterwards; without it, it stays with who scans. */
      scan: (producto: ProductoVenta, columna?: Columna) => {
        const fila = lineas().findLastIndex(({ producto_id }) => producto_id === producto.id)
        if (fila < 0) {
          const at = insertAtEnd([lineaOfProducto(producto, reglas)])
          say(`Agregado: ${producto.name}`)
          if (columna) goTo(at, columna)
          setTouched((before) => ({ fila: at, times: (before?.times ?? 0) + 1 }))
          return
        }
        const cantidad = oneMore(lineas()[fila]?.cantidad ?? '')
        setValue(`lineas.${fila}.cantidad`, cantidad, DIRTY)
        say(`${producto.name}: cantidad ${cantidad}`)
        if (columna) focusCelda(grid.current, { fila, columna })
        setTouched((before) => ({ fila, times: (before?.times ?? 0) + 1 }))
      },
      duplicate: (fila: number, columna?: Columna) => {
        const linea = lineas()[fila]
        if (!linea) return
        goTo(fila + 1, columna)
        insert(fila + 1, structuredClone(linea), STILL)
        say(`Línea ${fila + 1} duplicada`)
      },
      remove: (fila: number) => {
        const all = lineas()
        const linea = all[fila]
        if (!linea || (all.length === 1 && isEmptyLinea(linea))) return
        const kept = structuredClone(linea)
        goTo(Math.min(fila, Math.max(all.length - 2, 0)))
        drop(fila)
        if (all.length === 1) insert(0, emptyLinea(reglas), STILL)
        if (isEmptyLinea(kept)) return
        removed.current = { fila, linea: kept }
        addNotice({
          severity: 'info',
          detail: `Se eliminó «${nameOf(kept)}». ${MOD_LABEL} Z la recupera.`,
          action: { label: 'Deshacer', run: () => restore(fila, kept) },
        })
      },
      undo: () => {
        if (!removed.current) return false
        restore(removed.current.fila, removed.current.linea)
        return true
      },
      move: (fila: number, step: -1 | 1, columna?: Columna) => {
        const to = fila + step
        if (to < 0 || to >= lineas().length) return
        goTo(to, columna)
        shift(fila, to)
        say(`Línea movida al lugar ${to + 1}`)
      },
      list: async (fila: number, lista?: number) => {
        const asked = lineas()[fila]
        if (asked?.producto_id === undefined || reglas.compra) return
        try {
          const precios = (await preciosOf([asked])).get(asked.producto_id)
          const linea = lineas()[fila]
          if (!precios || linea?.producto_id !== asked.producto_id) return
          const next = lista ?? (linea.lista === undefined ? (reglas.lista ?? 0) : (linea.lista + 1) % precios.length)
          const listed = withLista({ ...linea, precios, lista_propia: true }, next, reglas)
          setValue(`lineas.${fila}`, listed, DIRTY)
          say(`Línea ${fila + 1}: ${nombreDeLista(listed.lista ?? 0)}, ${listed.precio}`)
        } catch (error) {
          if (!(error instanceof HttpError)) throw error
          addNotice({ severity: 'error', detail: 'No se pudieron buscar los precios de este producto. Intente de nuevo.' })
        }
      },
      /** Rows of a spreadsheet; the codes that nothing bears. @throws HttpError */
      paste: async (filas: readonly FilaPegada[]): Promise<string[]> => {
        if (filas.length > MAX_FILAS)
          addNotice({ severity: 'warn', detail: `Se pegan hasta ${MAX_FILAS} filas a la vez: las demás quedaron fuera.` })
        try {
          const { lineas: added, unknown } = await lineasOfFilas(
            filas.slice(0, MAX_FILAS),
            reglas,
            reglas.compra === true || hasRight('documento:cambiar_precio'),
          )
          insertAtEnd(added)
          say(added.length === 1 ? '1 fila pegada' : `${added.length} filas pegadas`)
          return unknown
        } catch (error) {
          if (!(error instanceof HttpError)) throw error
          addNotice({ severity: 'error', detail: 'No se pudieron buscar los productos de las filas. Péguelas de nuevo.' })
          return []
        }
      },
    }
  }, [getValues, setValue, insert, drop, shift, reglas])

  return { fields, grid, changes, said, touched }
}
