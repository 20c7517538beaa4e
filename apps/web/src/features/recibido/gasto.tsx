import type { PropuestaRecibido, RecibidoFila } from '@yupana/contract'
import { CATEGORIA_GASTO_LABEL, isCategoriaGasto, displayMonto, type CategoriaGasto } from '@yupana/fiscal'
import { useRef, useState } from 'react'

import { Button } from '../../components/button.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { registerGasto } from '../../domain/recibido/gasto.queries.ts'
import { randomId } from '../../lib/http/random-id.ts'
import { Parte } from './parte.tsx'

/** Registers a document as a personal expense; each category has its own key, so that a repetition does not register it again. */
export function useGasto(fila: RecibidoFila): (categoria: CategoriaGasto) => Promise<void> {
  const claves = useRef(new Map<CategoriaGasto, string>())
  return async (categoria) => {
    const clave = claves.current.get(categoria) ?? randomId()
    claves.current.set(categoria, clave)
    await registerGasto(fila, categoria, clave)
  }
}

export const gastoText = (categoria: CategoriaGasto) => `Gasto personal: ${CATEGORIA_GASTO_LABEL[categoria]}`

interface GastoParteProps {
  fila: RecibidoFila
  gasto: NonNullable<PropuestaRecibido['gasto']>
  isBusy: boolean
  onTake: (categoria: CategoriaGasto) => void
}

/** The other way to book a document, for a natural person: as an expense of the proposed or another category. */
export function GastoParte({ fila, gasto, isBusy, onTake }: GastoParteProps) {
  const [categoria = gasto.categoria, setCategoria] = useState<CategoriaGasto>()
  const anio = Number(fila.fecha_emision.slice(0, 4))
  const rubros = Object.entries(CATEGORIA_GASTO_LABEL).flatMap(([value, label]) => (isCategoriaGasto(anio, value) ? { value, label } : []))
  return (
    <Parte motivo={`${gasto.motivo} Se anota en sus gastos personales por ${displayMonto(gasto.monto)} sin IVA y sale de la bandeja.`}>
      <NativeSelect
        label="O es un gasto personal de"
        data={[...(categoria === null ? [{ value: '', label: 'Elija el rubro' }] : []), ...rubros]}
        value={categoria ?? ''}
        onChange={({ currentTarget: { value } }) => setCategoria(value as CategoriaGasto)}
      />
      <div>
        <Button
          variant="default"
          disabled={categoria === null}
          busy={isBusy}
          busyLabel="Registrando…"
          onClick={() => categoria !== null && onTake(categoria)}
        >
          {categoria === null ? 'Registrar como gasto personal' : gastoText(categoria)}
        </Button>
      </div>
    </Parte>
  )
}
