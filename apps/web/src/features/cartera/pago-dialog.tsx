import { DINERO_MAX, METODO_PAGO_LABEL, METODOS_PAGO, type Cuenta } from '@yupana/contract'
import { displayMonto, negate, parseEntrada, sizeOf, subtract, sum, type Monto, type SentidoCartera } from '@yupana/fiscal'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { entradaOf } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { fechaText, today } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { cuentaText, PALABRAS } from './cartera-words.ts'
import classes from './cartera.module.css'
import { abiertasQuery, moreAbiertas, savePago, type Abiertas } from './cartera.queries.ts'
import { dineroDe, pagoOf, pagoSchema, valoresDe, type PagoEntrada } from './pago-schema.ts'

interface PagoDialogProps {
  sentido: SentidoCartera
  /** Person of the documents; undefined for a sale to an unnamed client, where only the given document is paid. */
  persona: string | undefined
  nombre: string
  /** The document for which it was opened: its balance is already filled in. */
  cuenta?: Cuenta | undefined
  onClose: () => void
}

/** Registers a collection or payment: of one or several documents of a person, by one or several methods. */
export function PagoDialog({ persona, ...props }: PagoDialogProps) {
  const { data, error, refetch } = useQuery({ ...abiertasQuery(props.sentido, persona ?? ''), enabled: persona !== undefined })
  const own = props.cuenta ? [props.cuenta] : []
  const abiertas = persona === undefined ? { cuentas: own, total: own.length } : data
  if (abiertas) return <Editor {...props} persona={persona} abiertas={abiertas} />
  return (
    <Dialog opened title={PALABRAS[props.sentido].registrar} onClose={props.onClose}>
      {error ? (
        <LoadFailure reason="No se pudo abrir lo pendiente." onRetry={() => void refetch()} onBack={props.onClose} />
      ) : (
        <p role="status">Cargando…</p>
      )}
    </Dialog>
  )
}

const EMPTY = { metodo: 'EFECTIVO' as const, valor: '', banco: '', referencia: '' }

/** Moves the given document to the head, with its newer data if it was read again. */
function chosenFirst(cuentas: readonly Cuenta[], cuenta: Cuenta | undefined): Cuenta[] {
  if (!cuenta) return [...cuentas]
  return [cuentas.find(({ id }) => id === cuenta.id) ?? cuenta, ...cuentas.filter(({ id }) => id !== cuenta.id)]
}

function Editor({ sentido, persona, nombre, cuenta, abiertas, onClose }: PagoDialogProps & { abiertas: Abiertas }) {
  const [keyFor] = useState(createSendingKey)
  const [cuentas, setCuentas] = useState(() => chosenFirst(abiertas.cuentas, cuenta))
  const { registrar } = PALABRAS[sentido]
  const initial: PagoEntrada = {
    fecha: today(),
    aplicaciones: cuentas.map(({ id, saldo }) => ({ cuenta_id: id, valor: id === cuenta?.id ? entradaOf(Math.abs(saldo)) : '' })),
    metodos: [EMPTY],
    anticipar: false,
    observacion: '',
  }
  return (
    <FormDialog
      title={`${registrar}: ${nombre}`}
      schema={pagoSchema(cuentas)}
      initial={initial}
      saveLabel={registrar}
      busyLabel="Registrando…"
      hasRequired={false}
      onSubmit={(form) => {
        const body = pagoOf(sentido, persona, cuentas, form)
        return savePago(body, keyFor(body))
      }}
      onClose={onClose}
    >
      {cuentas.length > 0 ? <Cuentas cuentas={cuentas} /> : <p>No hay documentos pendientes: lo que registre queda como anticipo.</p>}
      {persona !== undefined && (
        <VerMas
          shown={cuentas}
          first={abiertas}
          onFetch={(page) => moreAbiertas(sentido, persona, page)}
          onMore={(more) => setCuentas([...cuentas, ...more])}
        />
      )}
      <Metodos cuentas={cuentas} label={sentido === 'COBRAR' ? 'Valor recibido' : 'Valor pagado'} />
      <Suma cuentas={cuentas} canAdvance={persona !== undefined} />
      <FieldPair>
        <CampoFecha name="fecha" label="Fecha" max={today()} />
        <TextField name="observacion" label="Observación" />
      </FieldPair>
    </FormDialog>
  )
}

const Cuentas = ({ cuentas }: { cuentas: readonly Cuenta[] }) => (
  <ul className={classes.cuentas} aria-label="Documentos">
    {cuentas.map((one, at) => (
      <li key={one.id} className={classes.cuenta}>
        <div>
          <p>{cuentaText(one)}</p>
          <p className={classes.detalle}>
            {one.saldo > 0
              ? `Saldo ${displayMonto(one.saldo)} · vence ${fechaText(one.vence)}${one.dias > 0 ? ` · ${one.dias} días vencida` : ''}`
              : `A favor ${displayMonto(negate(one.saldo))}`}
          </p>
        </div>
        <MontoField name={`aplicaciones.${at}.valor`} label={one.saldo > 0 ? 'Valor' : 'Usar'} />
      </li>
    ))}
  </ul>
)

interface VerMasProps {
  shown: readonly Cuenta[]
  first: Abiertas
  onFetch: (page: number) => Promise<Abiertas>
  onMore: (more: readonly Cuenta[]) => void
}

/** Says that more documents are open than the form shows, and adds the next ones at its end. */
function VerMas({ shown, first, onFetch, onMore }: VerMasProps) {
  const { getValues, setValue, setFocus } = useFormContext<PagoEntrada>()
  const [read, setRead] = useState({ pages: 1, total: first.total, isLast: shown.length >= first.total })
  const count = useRef(shown.length)
  useEffect(() => {
    if (shown.length > count.current) setFocus(`aplicaciones.${count.current}.valor`)
    count.current = shown.length
  }, [shown.length, setFocus])
  const [isBusy, more] = useBusy(() =>
    untilRefused(
      onFetch(read.pages).then(({ cuentas, total }) => {
        const added = cuentas.filter(({ id }) => shown.every((one) => one.id !== id))
        setValue('aplicaciones', [...getValues('aplicaciones'), ...added.map(({ id }) => ({ cuenta_id: id, valor: '' }))])
        onMore(added)
        setRead({ pages: read.pages + 1, total, isLast: cuentas.length === 0 || shown.length + added.length >= total })
      }),
    ),
  )
  if (read.isLast) return null
  return (
    <div className={classes.acciones}>
      <p role="status">{`Se muestran ${shown.length} de ${read.total} documentos abiertos, primero los que vencen antes.`}</p>
      <Button variant="default" busy={isBusy} busyLabel="Cargando…" onClick={() => void more()}>
        Ver más documentos
      </Button>
    </div>
  )
}

const METODOS = METODOS_PAGO.map((value) => ({ value, label: METODO_PAGO_LABEL[value] }))

function Metodos({ cuentas, label }: { cuentas: readonly Cuenta[]; label: string }) {
  const { control } = useFormContext<PagoEntrada>()
  const { valores } = useTotales(cuentas)
  const { fields, append, remove } = useFieldArray({ control, name: 'metodos' })
  return (
    <>
      {fields.map(({ id }, at) => (
        <fieldset key={id} className={classes.metodo} aria-label={`Forma de pago ${at + 1}`}>
          <FieldPair>
            <SelectField name={`metodos.${at}.metodo`} label="Forma de pago" options={METODOS} />
            <MontoField name={`metodos.${at}.valor`} label={label} {...(valores[at] ? { placeholder: entradaOf(valores[at]) } : {})} />
          </FieldPair>
          <FieldPair>
            <TextField name={`metodos.${at}.banco`} label="Banco" />
            <TextField name={`metodos.${at}.referencia`} label="Referencia" />
          </FieldPair>
          {fields.length > 1 && (
            <Button variant="subtle" onClick={() => remove(at)}>
              {`Quitar forma de pago ${at + 1}`}
            </Button>
          )}
        </fieldset>
      ))}
      <div>
        <Button variant="subtle" leftSection={<IconPlus size={16} />} onClick={() => append(EMPTY)}>
          Otra forma de pago
        </Button>
      </div>
    </>
  )
}

const montoOf = (text: string): Monto => {
  const entrada = parseEntrada(text, 2)
  return entrada.ok && entrada.monto <= DINERO_MAX ? entrada.monto : 0
}

/** Money that the documents need, and the amount of each method. */
function useTotales(cuentas: readonly Cuenta[]): { debe: Monto; valores: Monto[] } {
  const [aplicaciones, metodos] = useWatch<PagoEntrada, ['aplicaciones', 'metodos']>({ name: ['aplicaciones', 'metodos'] })
  const debe = dineroDe(
    cuentas,
    aplicaciones.map(({ cuenta_id, valor }) => ({ cuenta_id, valor: montoOf(valor) })),
  )
  const valores = valoresDe(
    metodos.map(({ valor }) => (valor.trim() === '' ? null : montoOf(valor))),
    debe,
  )
  return { debe, valores }
}

/** Total of the payment. An excess over the documents becomes an advance only if the user agrees. */
function Suma({ cuentas, canAdvance }: { cuentas: readonly Cuenta[]; canAdvance: boolean }) {
  const { debe, valores } = useTotales(cuentas)
  const paid = sum(valores)
  const more = subtract(paid, debe)
  return (
    <>
      <p className={classes.suma} role="status">
        <span>
          {debe < 0 ? 'Se devuelve' : 'Documentos'} <strong>{displayMonto(sizeOf(debe))}</strong>
        </span>
        <span>
          Formas de pago <strong>{displayMonto(paid)}</strong>
        </span>
        {debe >= 0 && more < 0 && (
          <span>
            Falta <strong>{displayMonto(negate(more))}</strong>
          </span>
        )}
      </p>
      {debe >= 0 && more > 0 && canAdvance && (
        <CheckboxField name="anticipar" label={`Registrar ${displayMonto(more)} de más como anticipo`} />
      )}
    </>
  )
}
