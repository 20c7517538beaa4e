import type { Contexto } from '@yupana/contract'
import { isFecha } from '@yupana/fiscal'
import { useWatch } from 'react-hook-form'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import classes from './cabecera.module.css'
import { avisoFechaOf } from './fecha-emision.ts'
import { numeroOf, seriesOf } from './series.ts'
import type { ValoresEmision } from './tipo-documento.ts'

/** A day, or that what was typed is none. */
export const fechaEnPalabras = (fecha: string): string => (isFecha(fecha) ? fechaText(fecha) : 'Fecha por corregir')

/** The same two in a few words. */
export const resumenDeEmision = (contexto: Contexto, { fecha, serie }: { fecha: string; serie: string }): string[] => [
  fechaEnPalabras(fecha || contexto.hoy),
  numeroOf(contexto, serie),
]

/** When it is issued, and from which till. A correction keeps both: they stand in the clave. */
export function FechaYNumero({ contexto }: { contexto: Contexto }) {
  const [fecha, serie] = useWatch<ValoresEmision, ['fecha_emision', 'serie']>({ name: ['fecha_emision', 'serie'] })
  const { aviso, problema } = avisoFechaOf(fecha, contexto.hoy, contexto.empresa.dias_fecha_anterior)
  return (
    <>
      <CampoFecha name="fecha_emision" label="Fecha" max={contexto.hoy} description={problema ?? aviso} />
      {contexto.puntos.length > 1 ? (
        <SelectField name="serie" label="Número" options={seriesOf(contexto)} />
      ) : (
        <div className={classes.numero}>
          <span className="mantine-InputWrapper-label">Número</span>
          <strong>{numeroOf(contexto, serie)}</strong>
        </div>
      )}
    </>
  )
}
