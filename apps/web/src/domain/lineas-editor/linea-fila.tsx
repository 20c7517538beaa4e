import { displayMonto, displayNumero, labelOfTipoIva, multiplyToCents, subtract, TIPO_IVA } from '@yupana/fiscal'
import type { ProductoVenta } from '@yupana/contract'
import { IconDotsVertical } from '@tabler/icons-react'
import { memo, useCallback, useId, useState, type FocusEvent } from 'react'
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form'

import { ProductoPicker } from '../producto-picker/producto-picker.tsx'
import { isNameFixed } from './campo-editable.ts'
import { LineaCelda } from './linea-celda.tsx'
import { codesOf, problemasOfLinea, type CampoLinea, type ProblemasLinea } from './linea-problemas.ts'
import classes from './linea-fila.module.css'
import { isEmptyLinea, lineaFormOf, type LineaValores } from './linea-valores.ts'
import { listaText } from './precio-lista.ts'
import tabla from './lineas.module.css'
import { useLineasContext, type LineasForm } from './lineas-context.ts'
import { paraOf } from './reglas-linea.ts'
import { TECLAS_LINEA } from './teclas-linea.ts'

/** What a line comes to before taxes are added, or with them where its price includes them. */
export function subtotalOf(linea: LineaValores): string {
  const form = lineaFormOf(linea)
  return form ? displayMonto(subtract(multiplyToCents(form.precio_unitario, form.cantidad), form.descuento)) : '—'
}

/** What no cell shows and still goes out with the line. */
export const extrasOf = (
  { codigo_auxiliar, iva, unidad_medida, ice, irbpnr, sin_subsidio, detalles, lista }: LineaValores,
  delDocumento = 0,
): string =>
  [
    listaText(lista, delDocumento),
    iva === TIPO_IVA.CINCO || codigo_auxiliar === '' ? '' : `Aux. ${codigo_auxiliar}`,
    unidad_medida,
    ice && `ICE ${ice.codigo}${ice.unidades === undefined ? '' : ` de ${displayNumero(ice.unidades)} unidades`}`,
    irbpnr && (irbpnr.unidades === undefined ? 'IRBPNR' : `IRBPNR de ${displayNumero(irbpnr.unidades)} botellas`),
    sin_subsidio && `Sin subsidio ${sin_subsidio}`,
    ...detalles.map(({ nombre, valor }) => (nombre && valor ? `${nombre}: ${valor}` : '')),
  ]
    .filter(Boolean)
    .join(' · ')

/** The first words in an entry of the form's errors, at whatever depth. */
function wordsOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  if ('message' in entry && typeof entry.message === 'string') return entry.message
  return Object.entries(entry)
    .map(([key, value]) => (key === 'ref' ? undefined : wordsOf(value)))
    .find(Boolean)
}

const NOMBRES: Readonly<Record<CampoLinea, string>> = {
  codigo: 'Producto',
  descripcion: 'Descripción',
  codigo_auxiliar: 'Material',
  cantidad: 'Cantidad',
  precio: 'Precio',
  descuento: 'Descuento',
  iva: 'IVA',
  ice: 'ICE',
  irbpnr: 'IRBPNR',
  sin_subsidio: 'Precio sin subsidio',
}
/** In the order of the screen. */
const CAMPOS = Object.keys(NOMBRES) as (keyof typeof NOMBRES)[]

/** What is wrong with the line of a row: what the cells that were left say, and what the form was told. */
export function useProblemas(fila: number, linea: LineaValores | undefined, isLeft: (campo: CampoLinea) => boolean): ProblemasLinea {
  const { reglas, materiales } = useLineasContext()
  const { errors } = useFormState<LineasForm>({ name: `lineas.${fila}` })
  const own = linea ? problemasOfLinea(linea, reglas, codesOf(materiales)) : {}
  const told: unknown = get(errors, `lineas.${fila}`)
  return Object.fromEntries(
    CAMPOS.flatMap((campo) => {
      const problem =
        (isLeft(campo) ? own[campo] : undefined) ?? wordsOf(typeof told === 'object' && told !== null ? get(told, campo) : undefined)
      return problem === undefined ? [] : [[campo, problem]]
    }),
  )
}

/** Characters that fit a column in its ordinary type. A longer figure is set smaller and widens the column: none is ever cut. */
const ROOM = { cantidad: 9, precio: 11, descuento: 7, subtotal: 13 } as const

const CAMPO_OF: Readonly<Record<string, CampoLinea>> = {
  descripcion: 'descripcion',
  material: 'codigo_auxiliar',
  cantidad: 'cantidad',
  precio: 'precio',
  descuento: 'descuento',
  iva: 'iva',
}

interface LineaFilaProps {
  fila: number
  /** Counts up whenever a scan changed this line. */
  touched: number
}

export const LineaFila = memo(function LineaFila({ fila, touched }: LineaFilaProps) {
  const { reglas, tarifas, materiales, canPrice, canDiscount, acciones } = useLineasContext()
  const { control, register, setValue } = useFormContext<LineasForm>()
  const linea = useWatch({ control, name: `lineas.${fila}` }) as LineaValores | undefined
  const [left, setLeft] = useState<ReadonlySet<CampoLinea> | 'ALL'>(new Set())
  const problemas = useProblemas(fila, linea, (campo) => left === 'ALL' || left.has(campo))
  const problemId = useId()
  const choose = useCallback((producto: ProductoVenta) => acciones.choose(fila, producto), [acciones, fila])
  const create = useCallback((text: string) => acciones.create(text, fila), [acciones, fila])
  const describe = useCallback((text: string) => acciones.describe(text, fila), [acciones, fila])
  if (!linea) return null

  const leave = ({ target, relatedTarget, currentTarget }: FocusEvent<HTMLTableRowElement>) => {
    const campo = CAMPO_OF[target.dataset.columna ?? '']
    const isGone = !currentTarget.contains(relatedTarget)
    setLeft((before) =>
      before === 'ALL' || isGone ? 'ALL' : campo === undefined || before.has(campo) ? before : new Set([...before, campo]),
    )
  }
  const isPercentage = linea.descuento_en === 'PORCENTAJE'
  const setMode = (mode: LineaValores['descuento_en']) => setValue(`lineas.${fila}.descuento_en`, mode, { shouldDirty: true })
  const readMark = (text: string) => {
    const mark = TECLAS_LINEA.descuento.codes.find((character) => text.includes(character))
    if (mark === undefined) return
    setMode(mark === '%' ? 'PORCENTAJE' : 'VALOR')
    setValue(`lineas.${fila}.descuento`, text.replace(/[%$]/g, ''))
  }
  const found = CAMPOS.filter((campo) => problemas[campo] !== undefined)
  const cell = (campo: CampoLinea) => ({
    fila,
    isWrong: problemas[campo] !== undefined,
    describedBy: problemas[campo] === undefined ? undefined : `${problemId}-${campo}`,
  })
  const spoken = (label: string) => `${label}, línea ${fila + 1}`
  const isOffered = tarifas.some(({ iva }) => iva === linea.iva)
  const extras = extrasOf(linea, reglas.lista)
  const subtotal = subtotalOf(linea)
  const isEmpty = isEmptyLinea(linea)
  return (
    <>
      <tr
        role="row"
        className={tabla.linea}
        onBlur={leave}
        data-wrong={found.length > 0 || undefined}
        data-empty={isEmpty || undefined}
        data-flash={touched > 0 ? (touched % 2) + 1 : undefined}
      >
        <td role="cell" className={tabla.numero}>
          {fila + 1}
        </td>
        <td role="cell" className={tabla.producto}>
          <ProductoPicker
            name={`lineas.${fila}.codigo`}
            className={tabla.celda}
            data-fila={fila}
            data-columna="producto"
            label={spoken('Producto')}
            codigo={linea.codigo}
            lista={reglas.lista}
            para={paraOf(reglas)}
            placeholder={isEmpty ? 'Escanee o escriba' : 'Sin código'}
            onChoose={choose}
            onScan={acciones.scan}
            onMiss={acciones.miss}
            onCreate={create}
            onDescribe={canPrice ? describe : undefined}
            isWrong={problemas.codigo !== undefined}
            describedBy={problemas.codigo === undefined ? undefined : `${problemId}-codigo`}
          />
        </td>
        <td role="cell" className={tabla.descripcion}>
          <LineaCelda
            {...cell('descripcion')}
            columna="descripcion"
            campo="descripcion"
            label="Descripción"
            title={linea.descripcion || undefined}
            readOnly={isNameFixed(linea, canPrice)}
          />
          {linea.iva === TIPO_IVA.CINCO && (
            <select
              {...register(`lineas.${fila}.codigo_auxiliar`)}
              className={tabla.material}
              data-fila={fila}
              data-columna="material"
              aria-label={spoken('Material de construcción')}
              aria-invalid={problemas.codigo_auxiliar !== undefined || undefined}
              aria-describedby={cell('codigo_auxiliar').describedBy}
            >
              <option value="">Elija el material (tabla 31)</option>
              {materiales.map(({ codigo, nombre }) => (
                <option key={codigo} value={codigo}>
                  {codigo} · {nombre}
                </option>
              ))}
            </select>
          )}
          {extras !== '' && <p className={classes.extras}>{extras}</p>}
        </td>
        <td role="cell" className={tabla.cantidad}>
          <LineaCelda
            {...cell('cantidad')}
            columna="cantidad"
            campo="cantidad"
            label="Cantidad"
            decimals={0}
            isLong={linea.cantidad.length > ROOM.cantidad}
          />
        </td>
        <td role="cell" className={tabla.precio}>
          <LineaCelda
            {...cell('precio')}
            isLong={linea.precio.length > ROOM.precio}
            columna="precio"
            campo="precio"
            label="Precio unitario"
            decimals={2}
            readOnly={!canPrice && linea.precio_libre !== true}
          />
        </td>
        <td role="cell" className={tabla.descuento}>
          <div className={classes.descuento}>
            <LineaCelda
              {...cell('descuento')}
              isLong={linea.descuento.length > ROOM.descuento}
              columna="descuento"
              campo="descuento"
              label={isPercentage ? 'Descuento en porcentaje' : 'Descuento en dólares'}
              decimals={isPercentage ? 0 : 2}
              readOnly={!canDiscount}
              onText={readMark}
            />
            {/* By keyboard: typing «%» or «$» in the cell, or the menu of the line. */}
            <button
              type="button"
              tabIndex={-1}
              disabled={!canDiscount}
              aria-label={isPercentage ? spoken('Cambiar el descuento a dólares') : spoken('Cambiar el descuento a porcentaje')}
              onClick={() => setMode(isPercentage ? 'VALOR' : 'PORCENTAJE')}
            >
              {isPercentage ? '%' : '$'}
            </button>
          </div>
        </td>
        {!reglas.negocioPopular && (
          <td role="cell">
            <select
              {...register(`lineas.${fila}.iva`, { valueAsNumber: true })}
              className={classes.iva}
              data-fila={fila}
              data-columna="iva"
              data-rate={linea.iva}
              aria-label={spoken('IVA')}
              aria-invalid={problemas.iva !== undefined || undefined}
              aria-describedby={cell('iva').describedBy}
            >
              {tarifas.map(({ iva, label }) => (
                <option key={iva} value={iva}>
                  {label}
                </option>
              ))}
              {!isOffered && <option value={linea.iva}>{`${labelOfTipoIva(linea.iva) ?? ''} no vigente`.trim()}</option>}
            </select>
          </td>
        )}
        <td role="cell" className={tabla.subtotal} data-long={subtotal.length > ROOM.subtotal || undefined}>
          {subtotal}
        </td>
        <td role="cell">
          <button
            type="button"
            className={classes.mas}
            data-fila={fila}
            data-columna="menu"
            aria-label={`Acciones de la línea ${fila + 1}`}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => acciones.menu(fila, currentTarget)}
          >
            <IconDotsVertical size={18} aria-hidden="true" />
          </button>
        </td>
      </tr>
      {found.length > 0 && (
        <tr role="row" className={tabla.problemas}>
          <td role="cell" />
          <td role="cell" colSpan={reglas.negocioPopular ? 7 : 8}>
            {found.map((campo) => (
              <p key={campo} id={`${problemId}-${campo}`}>
                <b>{NOMBRES[campo]}:</b> {problemas[campo]}
              </p>
            ))}
          </td>
        </tr>
      )}
    </>
  )
})
