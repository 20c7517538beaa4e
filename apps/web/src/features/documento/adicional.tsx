import { COD_DOC, NOMBRE_COMPROBANTE, type Fecha } from '@yupana/fiscal'
import { IconChevronRight } from '@tabler/icons-react'
import { memo } from 'react'
import { useWatch } from 'react-hook-form'

import { loadedPart } from '../../components/loaded-part.tsx'
import { CamposAdicionales } from '../../domain/emision/campos-adicionales.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import classes from '../../domain/emision/adicional.module.css'
import hoja from '../../domain/emision/hoja.module.css'
import type { FacturaValores } from './factura-valores.ts'
import { faltantesOf, partesOf } from './partes.ts'
import { usePreferencias } from '../../domain/emision/preferencias.ts'

const AparteLista = loadedPart(async () => (await import('./aparte.tsx')).AparteLista)

/** Additional fields, waybill, plate and special parts: closed until needed, then in their last state. */
export const Adicional = memo(function Adicional({ hoy }: { hoy: Fecha }) {
  const { preferencias, prefer } = usePreferencias()
  const aparte = useWatch<FacturaValores, 'aparte'>({ name: 'aparte' })
  const partes = partesOf(aparte)
  return (
    <details className={hoja.card} open={preferencias.adicional} onToggle={(event) => prefer({ adicional: event.currentTarget.open })}>
      <summary className={classes.summary}>
        <IconChevronRight size={18} aria-hidden="true" />
        <span>
          Información adicional y datos especiales
          {partes.length > 0 && <small className={classes.incluye}>Incluye: {partes.map(({ nombre }) => nombre).join(', ')}</small>}
        </span>
      </summary>
      <div className={classes.adicional}>
        <AparteLista hoy={hoy} partes={partes} faltantes={faltantesOf(aparte)} />
        <div className={classes.pair}>
          <TextField name="guia_remision" label={NOMBRE_COMPROBANTE[COD_DOC.GUIA_REMISION]} description="Como 001-001-000000123" />
          <TextField name="placa" label="Placa" description="De transporte comercial o de combustible" />
        </div>
        <CamposAdicionales />
      </div>
    </details>
  )
})
