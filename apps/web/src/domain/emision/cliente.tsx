import type { Persona } from '@yupana/contract'
import { memo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { TextField } from '../../components/form/text-field.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import type { RolElegido } from '../persona-picker/persona-busqueda.ts'
import { PersonaPicker } from '../persona-picker/persona-picker.tsx'
import { PersonaRapida } from '../persona-picker/persona-rapida.tsx'
import classes from './cabecera.module.css'
import { compradorOf, CONSUMIDOR, correosOf } from './comprador-valores.ts'
import type { PagoValores } from './pagos-valores.ts'
import type { ValoresEmision } from './tipo-documento.ts'

/** The form of a document that is sold: its payments follow the client's credit. */
type ConCliente = ValoresEmision & { pagos: PagoValores[] }

const LABEL: Readonly<Record<RolElegido, string>> = {
  cliente: 'Cliente',
  proveedor: 'Proveedor',
  transportista: 'Transportista',
  empleado: 'Empleado',
}

/** Who buys, or sells to us, and where this document is sent: the mails of the client, or others just for this once. */
export const Cliente = memo(function Cliente({
  nombre,
  rol = 'cliente',
  onChosen,
  autoFocus,
}: {
  nombre: string
  rol?: RolElegido
  onChosen: () => void
  autoFocus: boolean
}) {
  const { setValue, getValues } = useFormContext<ConCliente>()
  const comprador = useWatch<ConCliente, 'comprador'>({ name: 'comprador' })
  const error = useFieldError('comprador')
  const [nuevo, setNuevo] = useState<string>()
  const choose = (persona: Persona | undefined) => {
    setValue('comprador', persona ? compradorOf(persona) : CONSUMIDOR, { shouldDirty: true })
    setValue('correos', persona?.correos.join(', ') ?? '')
    const [pago] = getValues('pagos')
    if (pago) setValue('pagos.0.plazo', persona && persona.dias_credito > 0 ? String(persona.dias_credito) : '')
    if (persona && persona.dias_credito > 0) setValue('pagos.0.unidad_tiempo', 'dias')
    onChosen()
  }
  return (
    <div className={classes.cliente}>
      <div data-campo="comprador">
        <PersonaPicker
          value={comprador}
          rol={rol}
          label={LABEL[rol]}
          withConsumidorFinal={rol === 'cliente'}
          onChoose={choose}
          onCreate={setNuevo}
          error={error}
          autoFocus={autoFocus}
          required
        />
      </div>
      <Correos nombre={nombre} />
      {nuevo !== undefined && (
        <PersonaRapida
          text={nuevo}
          rol={rol}
          onClose={() => setNuevo(undefined)}
          onDone={(persona) => {
            setNuevo(undefined)
            choose(persona)
          }}
        />
      )}
    </div>
  )
})

/** Where this document is sent. */
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
