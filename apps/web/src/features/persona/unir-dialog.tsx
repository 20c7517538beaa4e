import { MAX_CONTACTOS, MAX_DIRECCIONES, nombreDeLista, type DireccionPersona, type Persona, type UnionPropuesta } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { OptionRecord } from '../../components/combobox/option-parts.tsx'
import { RecordPicker } from '../../components/combobox/record-picker.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import { Skeleton } from '../../components/skeleton.tsx'
import { PERSONAS } from '../../domain/persona/persona-save.ts'
import { PERSONA_LISTA, rolesText } from '../../domain/persona/persona-palabras.ts'
import { HttpError, noticesOf } from '../../lib/http/http-error.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import classes from './actividad.module.css'
import { propuestaQuery, unir } from './persona-union.queries.ts'

const SIZE = 10

/** Dialogs look for this mark when they open. */
const takesFocus = (input: HTMLInputElement | null) => {
  input?.setAttribute('data-autofocus', 'true')
}

const reasonOf = (error: unknown) => (error instanceof HttpError ? noticesOf(error, 'primero')[0]?.detail : undefined)

/** Chooses the other record of a person, shows the effect of merging, and merges. */
export function UnirDialog({ persona, onClose }: { persona: Persona; onClose: () => void }) {
  const [otra, setOtra] = useState<Persona>()
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState<string>()
  const [keyFor] = useState(createSendingKey)
  const confirm = async (otraId: string) => {
    setBusy(true)
    try {
      await unir(persona.id, otraId, keyFor({ queda: persona.id, otra: otraId }))
      onClose()
    } catch (error) {
      const said = reasonOf(error)
      if (said === undefined) throw error
      setReason(said)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog opened title={`Unir con ${persona.razon_social}`} onClose={isBusy ? undefined : onClose} size={620}>
      <div className={classes.unir}>
        <p className={classes.nota}>
          Elija la ficha repetida de la misma persona. Queda la de {persona.razon_social} ({persona.identificacion}); los documentos ya
          emitidos no cambian.
        </p>
        <RecordPicker<Persona>
          queryKey={PERSONA_LISTA}
          scope="unir"
          ask={async (q) => {
            const found = (await PERSONAS.page({ page: 0, size: SIZE, q })) as { content: Persona[] }
            return { content: found.content.filter(({ id }) => id !== persona.id) }
          }}
          label="Ficha repetida"
          placeholder="RUC, cédula o nombre"
          text={otra?.razon_social}
          detail={otra?.identificacion}
          optionOf={(one) => ({
            key: one.id,
            content: <OptionRecord title={one.razon_social} detail={`${one.identificacion} · ${rolesText(one.roles)}`} />,
          })}
          onChoose={(one) => {
            setReason(undefined)
            setOtra(one)
          }}
          disabled={isBusy}
          inputRef={takesFocus}
        />
        {otra && <Propuesta persona={persona} otra={otra} />}
        {reason !== undefined && <Alert title={reason} />}
      </div>
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          Cancelar
        </Button>
        <Button onClick={() => otra && void confirm(otra.id)} disabled={otra === undefined} busy={isBusy} busyLabel="Uniendo…">
          Unir las fichas
        </Button>
      </div>
    </Dialog>
  )
}

function Propuesta({ persona, otra }: { persona: Persona; otra: Persona }) {
  const { data, error } = useQuery(propuestaQuery(persona.id, otra.id))
  if (data) return <Detalle propuesta={data} />
  if (error) return <Alert title={reasonOf(error) ?? 'No se pudo leer lo que se uniría.'} />
  return <Skeleton label="Cargando lo que se unirá" lines={['100%', '80%', '60%']} />
}

const isMisma = (one: DireccionPersona, other: DireccionPersona) => one.nombre === other.nombre && one.direccion === other.direccion

const CUENTAN = [
  ['documentos', 'Documentos emitidos'],
  ['cotizaciones', 'Cotizaciones'],
  ['compras', 'Compras'],
  ['retenciones', 'Retenciones recibidas'],
  ['pagos', 'Cobros y pagos'],
  ['recordatorios', 'Recordatorios enviados'],
  ['cuentas', 'Cuentas por cobrar y por pagar'],
] as const

/** The moved data, and the resulting record. */
function Detalle({ propuesta: { mueve, queda, otra } }: { propuesta: UnionPropuesta }) {
  const movidos = [
    ...CUENTAN.flatMap(([campo, label]) => (mueve[campo] > 0 ? [[label, String(mueve[campo])] as const] : [])),
    ...(mueve.por_cobrar === 0 ? [] : [['Saldo que debe', displayMonto(mueve.por_cobrar)] as const]),
    ...(mueve.por_pagar === 0 ? [] : [['Saldo que se le debe', displayMonto(mueve.por_pagar)] as const]),
  ]
  const noCaben = [
    ...otra.correos.filter((one) => !queda.correos.includes(one)),
    ...otra.telefonos.filter((one) => !queda.telefonos.includes(one)),
    ...otra.direcciones.filter((one) => !queda.direcciones.some((other) => isMisma(one, other))).map(({ nombre }) => nombre),
  ]
  const lista = queda.lista_precios === null ? '' : nombreDeLista(queda.lista_precios)
  const datos = [
    ['Nombre', queda.razon_social],
    ['Identificación', `${queda.identificacion}; también se la encuentra por ${otra.identificacion}`],
    ['Rol', rolesText(queda.roles)],
    ['Correos', queda.correos.join(', ')],
    ['Teléfonos', queda.telefonos.join(', ')],
    ['Dirección', queda.direccion ?? ''],
    ['Otras direcciones', queda.direcciones.map(({ nombre }) => nombre).join(', ')],
    ['Días de crédito', queda.dias_credito === 0 ? '' : String(queda.dias_credito)],
    ['Límite de crédito', queda.limite_credito === null ? '' : displayMonto(queda.limite_credito)],
    ['Lista de precios', lista],
  ] as const
  return (
    <>
      <section aria-label="Lo que pasa a la ficha que queda">
        <h3>Pasa a la ficha que queda</h3>
        {movidos.length === 0 ? (
          <p className={classes.nota}>La ficha repetida no tiene documentos ni saldos.</p>
        ) : (
          <Pares pares={movidos} />
        )}
      </section>
      <section aria-label="Cómo queda la ficha">
        <h3>Así queda</h3>
        <Pares pares={datos.filter(([, value]) => value !== '')} />
        {noCaben.length > 0 && (
          <p className={classes.aviso} role="status">
            {`No caben y no pasan: ${noCaben.join(', ')}. Una ficha lleva hasta ${MAX_CONTACTOS} correos, ${MAX_CONTACTOS} teléfonos y ${MAX_DIRECCIONES} direcciones de distinto nombre.`}
          </p>
        )}
      </section>
    </>
  )
}

const Pares = ({ pares }: { pares: readonly (readonly [string, string])[] }) => (
  <dl className={classes.pares}>
    {pares.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
