import type { Persona } from '@yupana/contract'
import { memo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { TextField } from '../../components/form/text-field.tsx'
import type { RolElegido } from '../persona-picker/persona-busqueda.ts'
import classes from './cabecera.module.css'
import { correosOf } from './comprador-valores.ts'
import type { PagoValores } from './pagos-valores.ts'
import { PersonaField } from './persona-field.tsx'
import type { ValoresEmision } from './tipo-documento.ts'

/** The form of a document; its payments follow the client's credit, if it has payments. */
type ConCliente = ValoresEmision & { pagos?: PagoValores[] }

const LABEL: Readonly<Record<RolElegido, string>> = {
  cliente: 'Cliente',
  proveedor: 'Proveedor',
  transportista: 'Transportista',
  empleado: 'Empleado',
}

interface ClienteProps {
  nombre: string
  /** Role a person must have; any person may be a supplier. */
  rol?: RolElegido
  /** Undefined stands for consumidor final. */
  onChosen: (persona: Persona | undefined) => void
  autoFocus: boolean
  /** False when the mails have another place on the screen. */
  withCorreos?: boolean
}

/** The client or supplier, and the receivers of this document: the client's mails, or others for this once. */
export const Cliente = memo(function Cliente({ nombre, rol = 'cliente', onChosen, autoFocus, withCorreos = true }: ClienteProps) {
  const { setValue, getValues } = useFormContext<ConCliente>()
  const choose = (persona: Persona | undefined) => {
    setValue('correos', persona?.correos.join(', ') ?? '')
    const [pago] = getValues('pagos') ?? []
    if (pago) setValue('pagos.0.plazo', persona && persona.dias_credito > 0 ? String(persona.dias_credito) : '')
    if (pago && persona && persona.dias_credito > 0) setValue('pagos.0.unidad_tiempo', 'dias')
    onChosen(persona)
  }
  return (
    <div className={classes.cliente}>
      <PersonaField
        name="comprador"
        label={LABEL[rol]}
        rol={rol}
        isAnyone={rol !== 'cliente'}
        withConsumidorFinal={rol === 'cliente'}
        autoFocus={autoFocus}
        onChosen={choose}
      />
      {withCorreos && <Correos nombre={nombre} />}
    </div>
  )
})

/** Mail addresses that receive this document. */
export function Correos({ nombre }: { nombre: string }) {
  const [comprador, correos] = useWatch<ValoresEmision, ['comprador', 'correos']>({ name: ['comprador', 'correos'] })
  return (
    <TextField
      name="correos"
      label={`Correo para esta ${nombre}`}
      inputMode="email"
      description={comprador && correosOf(correos).length === 0 ? 'Sin correo: se entrega impresa.' : undefined}
    />
  )
}
