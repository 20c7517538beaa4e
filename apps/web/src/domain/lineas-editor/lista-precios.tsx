import { LISTAS_PRECIOS, nombreDeLista, type Persona } from '@yupana/contract'
import type { Fecha, ModoPrecio } from '@yupana/fiscal'
import { useFormContext, useWatch } from 'react-hook-form'

import { NativeSelect } from '../../components/native-select.tsx'
import { HttpError } from '../../lib/http/http-error.ts'
import { addNotice } from '../../lib/pagina/notices.ts'
import type { LineaValores } from './linea-valores.ts'
import type { LineasForm } from './lineas-context.ts'
import { preciosOf, relisted, siguen } from './precio-lista.ts'

/** The part of a sale's form that says which list its prices come from. */
export interface ConLista extends LineasForm {
  modo: ModoPrecio
  fecha_emision: Fecha
  lista: number
  /** Somebody chose it here: a client without a list of his own leaves it. It stays on the screen. */
  lista_dicha?: boolean | undefined
}

const OPTIONS = LISTAS_PRECIOS.map((lista) => ({ value: String(lista), label: nombreDeLista(lista) }))
const DIRTY = { shouldDirty: true } as const

const linesText = (n: number) => (n === 1 ? '1 línea con otro precio' : `${n} líneas con otro precio`)

/** Puts a sale on a list: what follows it has other prices, what somebody typed or chose alone stays. One press takes it back. */
function useChangeLista() {
  const { getValues, setValue } = useFormContext<ConLista>()
  return async (lista: number, dicha: boolean, why = '') => {
    const before = getValues('lista') ?? 0
    setValue('lista_dicha', dicha)
    if (lista === before) return
    setValue('lista', lista, DIRTY)
    try {
      const precios = await preciosOf(siguen(getValues('lineas')))
      // Another list was chosen meanwhile: its own change follows.
      if (getValues('lista') !== lista) return
      const { modo, fecha_emision: fecha } = getValues()
      const all = getValues('lineas').map((linea) => ({ ...linea }))
      const { lineas, cambiadas } = relisted(all, lista, precios, { modo, fecha })
      put(all, lineas)
      if (cambiadas === 0) return
      addNotice({
        severity: 'info',
        detail: `${nombreDeLista(lista)}${why}: ${linesText(cambiadas)}.`,
        action: { label: 'Deshacer', run: () => takeBack(before, all, lineas) },
      })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      setValue('lista', before, DIRTY)
      addNotice({ severity: 'error', detail: 'No se pudieron buscar los precios de esa lista. Elíjala de nuevo.' })
    }
  }

  function put(before: readonly LineaValores[], after: readonly LineaValores[]) {
    for (const [fila, linea] of after.entries()) if (linea !== before[fila]) setValue(`lineas.${fila}`, linea, DIRTY)
  }

  /** Only what still has the price of that list. */
  function takeBack(lista: number, before: readonly LineaValores[], after: readonly LineaValores[]) {
    setValue('lista', lista, DIRTY)
    for (const [fila, linea] of getValues('lineas').entries()) {
      const [was, became] = [before[fila], after[fila]]
      if (!was || !became || linea.producto_id !== became.producto_id || linea.precio !== became.precio) continue
      setValue(`lineas.${fila}`, { ...linea, precio: was.precio, lista: was.lista, lista_propia: was.lista_propia }, DIRTY)
    }
  }
}

/** From which list the prices of the document come. */
export function ListaPrecios() {
  // A draft of before there were lists has none.
  const lista = useWatch<ConLista, 'lista'>({ name: 'lista' }) ?? 0
  const change = useChangeLista()
  return (
    <NativeSelect
      name="lista"
      label="Lista de precios"
      value={String(lista)}
      data={OPTIONS}
      onChange={({ currentTarget: { value } }) => void change(Number(value), true)}
    />
  )
}

/** Who is chosen proposes the list that is his; who has none leaves one that somebody chose. Undefined is consumidor final. */
export function useListaDe() {
  const { getValues } = useFormContext<ConLista>()
  const change = useChangeLista()
  return (persona: Persona | undefined) => {
    const propia = persona?.lista_precios ?? null
    if (propia === null && getValues('lista_dicha') === true) return
    void change(propia ?? 0, false, persona && propia !== null ? ` de ${persona.razon_social}` : '')
  }
}
