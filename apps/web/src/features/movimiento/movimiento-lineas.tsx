import type { ProductoVenta } from '@yupana/contract'
import { displayNumero, fromUnits, parseEntrada, plainMonto } from '@yupana/fiscal'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'

import { IconButton } from '../../components/button.tsx'
import form from '../../components/form/form.module.css'
import { MontoField } from '../../components/form/number-fields.tsx'
import { LectorCamara } from '../../domain/producto-picker/lector-camara.tsx'
import { ProductoPicker } from '../../domain/producto-picker/producto-picker.tsx'
import { existenciaQuery } from '../../domain/kardex/kardex.queries.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './movimiento.module.css'
import type { MovimientoInput } from './movimiento-schema.ts'

const CANTIDAD_LABEL = {
  INGRESO: 'Cantidad que entra',
  EGRESO: 'Cantidad que sale',
  TRANSFERENCIA: 'Cantidad que pasa',
  AJUSTE: 'Cantidad contada',
}

/** Products of a movement: found by name or scanner, each once; scanning again adds one unit. */
export function MovimientoLineas() {
  const { control, getValues, setValue, setFocus, clearErrors } = useFormContext<MovimientoInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'lineas' })
  const { errors } = useFormState({ control, name: 'lineas' })
  const [miss, setMiss] = useState<string>()
  const [added, setAdded] = useState<number>()
  const picker = useRef<HTMLDivElement>(null)
  const toPicker = () => picker.current?.querySelector('input')?.focus()
  // The focus goes to the quantity once its row is rendered.
  useEffect(() => {
    if (added !== undefined) setFocus(`lineas.${added}.cantidad`)
  }, [added, setFocus])

  const placeOf = (producto: ProductoVenta) => getValues('lineas').findIndex(({ producto_id }) => producto_id === producto.id)
  const add = ({ id: producto_id, code, name }: ProductoVenta, cantidad: string) => {
    setMiss(undefined)
    clearErrors('lineas')
    append({ producto_id, code, name, cantidad, costo_unitario: '' }, { shouldFocus: false })
    return getValues('lineas').length - 1
  }
  const choose = (producto: ProductoVenta) => {
    const at = placeOf(producto)
    setAdded(undefined)
    queueMicrotask(() => setAdded(at < 0 ? add(producto, '') : at))
  }
  const scan = (producto: ProductoVenta) => {
    const at = placeOf(producto)
    if (at < 0) {
      add(producto, '1')
      return '1'
    }
    const typed = parseEntrada(getValues(`lineas.${at}.cantidad`))
    const cantidad = plainMonto((typed.ok ? typed.monto : 0) + fromUnits(1))
    setValue(`lineas.${at}.cantidad`, cantidad, { shouldDirty: true })
    return cantidad
  }
  const problem = errors.lineas?.message ?? errors.lineas?.root?.message
  return (
    <>
      <ul className={classes.lineas} aria-label="Productos del movimiento">
        {fields.map((field, at) => (
          <Linea
            key={field.id}
            at={at}
            onRemove={() => {
              remove(at)
              toPicker()
            }}
            onNext={toPicker}
          />
        ))}
      </ul>
      <div ref={picker} className={classes.picker}>
        <span aria-hidden="true">Agregar producto</span>
        <ProductoPicker
          codigo=""
          label="Agregar producto"
          placeholder="Escriba o escanee un producto"
          className={classes.input}
          onChoose={choose}
          onScan={(producto) => void scan(producto)}
          onMiss={(text, reason) =>
            setMiss(
              reason === 'SIN_RESPUESTA' ? 'No hubo respuesta: vuelva a intentar.' : `«${text}» no es un producto: elíjalo de la lista.`,
            )
          }
          isWrong={problem !== undefined}
        />
        <LectorCamara onScan={scan} />
        {(problem ?? miss) && (
          <p className={form.error} role="alert">
            {problem ?? miss}
          </p>
        )}
      </div>
    </>
  )
}

function Linea({ at, onRemove, onNext }: { at: number; onRemove: () => void; onNext: () => void }) {
  const [linea, tipo, bodega] = useWatch<MovimientoInput, [`lineas.${number}`, 'tipo', 'bodega_id']>({
    name: [`lineas.${at}`, 'tipo', 'bodega_id'],
  })
  const { errors } = useFormState<MovimientoInput>()
  const wrong = errors.lineas?.[at]?.producto_id?.message
  useMomento(linea)
  if (!linea) return null
  return (
    <li
      className={classes.linea}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        // Enter leads to the next product, and does not submit the form.
        event.preventDefault()
        onNext()
      }}
    >
      <div className={classes.producto}>
        <span className={classes.nombre}>{linea.name}</span>
        <span className={classes.codigo}>{linea.code}</span>
        {wrong ? <span className={form.error}>{wrong}</span> : <Stock producto={linea.producto_id} bodega={bodega} />}
      </div>
      <MontoField name={`lineas.${at}.cantidad`} label={CANTIDAD_LABEL[tipo]} decimals={0} required />
      {tipo === 'INGRESO' && hasRight('producto:ver_costo') && (
        <MontoField name={`lineas.${at}.costo_unitario`} label="Costo unitario" placeholder="El promedio" />
      )}
      <IconButton label={`Quitar ${linea.name}`} onClick={onRemove}>
        <IconTrash size={18} />
      </IconButton>
    </li>
  )
}

/** Longer than the time between two scans. */
const MOMENTO_MS = 400

/** Stores with a count its moment: the last row of the kardex when the quantity was last typed. Later movements are added to it. */
function useMomento(linea: MovimientoInput['lineas'][number] | undefined) {
  const { getValues, setValue } = useFormContext<MovimientoInput>()
  const [tipo, bodega] = useWatch<MovimientoInput, ['tipo', 'bodega_id']>({ name: ['tipo', 'bodega_id'] })
  const producto = linea?.producto_id
  const cantidad = linea?.cantidad
  useEffect(() => {
    if (tipo !== 'AJUSTE' || producto === undefined || cantidad === '') return
    const keep = (secuencia: number | undefined) => {
      const at = getValues('lineas').findIndex((one) => one.producto_id === producto)
      if (at >= 0) setValue(`lineas.${at}.secuencia`, secuencia)
    }
    let isCurrent = true
    keep(undefined)
    const look = async () => {
      const seen = await queryClient.fetchQuery({ ...existenciaQuery(producto), staleTime: 0 }).catch(() => undefined)
      if (seen && isCurrent) keep(seen.bodegas.find((one) => one.bodega.id === bodega)?.secuencia ?? 0)
    }
    const timer = setTimeout(() => void look(), MOMENTO_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [tipo, bodega, producto, cantidad, getValues, setValue])
}

function Stock({ producto, bodega }: { producto: string; bodega: string }) {
  const { data } = useQuery(existenciaQuery(producto))
  if (!data) return null
  if (!data.producto.manage_inventory) return <span className={form.error}>No lleva inventario: márquelo en su ficha.</span>
  const cantidad = data.bodegas.find((one) => one.bodega.id === bodega)?.cantidad ?? 0
  return <span className={classes.codigo}>Hay {displayNumero(cantidad)} en esta bodega</span>
}
