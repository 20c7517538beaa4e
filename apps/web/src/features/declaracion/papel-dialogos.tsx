import { CASILLEROS_SALDO, numeroSri, type AjusteDeclaracion, type Casilla, type Papel, type PapelForm } from '@yupana/contract'
import { dePeriodoFiscal, negate, parsePeriodoFiscal } from '@yupana/fiscal'
import { useState } from 'react'
import * as z from 'zod/mini'

import { Checkbox } from '../../components/checkbox.tsx'
import { ActionDialog } from '../../components/dialog/action-dialog.tsx'
import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { entradaOf, montoEntrada } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { today } from '../../lib/formato/format.ts'
import classes from './declaracion.module.css'
import { anotarAcuse, cualOf, guardarPapel, presentar, reabrir } from './declaracion.queries.ts'

interface DialogoProps {
  papel: Papel
  onClose: () => void
}

const texto = (min: number, max: number) =>
  z.string().check(z.trim(), z.minLength(min, `Escriba al menos ${min} caracteres.`), z.maxLength(max, `${max} caracteres máximos.`))

/** The form values of the stored paper. */
const formOf = (papel: Papel): PapelForm => ({
  ...cualOf(papel),
  version: papel.version,
  ajustes: papel.ajustes,
  saldos: papel.saldos.origen === 'DIGITADO' ? papel.saldos.valores : null,
  difiere: papel.difiere,
})

const AjusteSchema = z.object({ sentido: z.enum(['MAS', 'MENOS', 'QUITAR']), monto: montoEntrada(2), motivo: texto(5, 300) })

const SENTIDOS = [
  { value: 'MAS', label: 'Aumenta el casillero' },
  { value: 'MENOS', label: 'Disminuye el casillero' },
] as const

/** An adjustment to the amount of the documents, with a reason. */
export function AjusteDialog({ papel, casilla: { codigo, concepto, ajuste }, onClose }: DialogoProps & { casilla: Casilla }) {
  const others = papel.ajustes.filter(({ casillero }) => casillero !== codigo)
  const before = papel.ajustes.find(({ casillero }) => casillero === codigo)
  const save = ({ sentido, monto, motivo }: z.infer<typeof AjusteSchema>) => {
    const signed = sentido === 'MENOS' ? negate(monto) : monto
    const mine: AjusteDeclaracion[] = sentido === 'QUITAR' || signed === 0 ? [] : [{ casillero: codigo, monto: signed, motivo }]
    return guardarPapel({ ...formOf(papel), ajustes: [...others, ...mine] })
  }
  return (
    <FormDialog
      title={`Ajustar el casillero ${codigo}`}
      schema={AjusteSchema}
      initial={{ sentido: ajuste < 0 ? 'MENOS' : 'MAS', monto: entradaOf(Math.abs(ajuste)), motivo: before?.motivo ?? '' }}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{concepto}</p>
      <SelectField
        name="sentido"
        label="Ajuste"
        options={before ? [...SENTIDOS, { value: 'QUITAR', label: 'Quitar el ajuste' }] : [...SENTIDOS]}
        required
      />
      <MontoField name="monto" label="Monto" required />
      <TextField name="motivo" label="Motivo" description="Queda en el papel de trabajo, aparte de lo que dicen los documentos." required />
    </FormDialog>
  )
}

const SaldosSchema = z.object({
  s615: montoEntrada(2),
  s617: montoEntrada(2),
  s618: montoEntrada(2),
  s619: montoEntrada(2),
  s485: montoEntrada(2),
  difiere: z.boolean(),
})

const SALDO_LABEL: Readonly<Record<(typeof CASILLEROS_SALDO)[number], string>> = {
  '615': 'Crédito por adquisiciones (615)',
  '617': 'Crédito por retenciones (617)',
  '618': 'Compensación por medios electrónicos (618)',
  '619': 'Compensación en zonas afectadas (619)',
  '485': 'Impuesto por liquidar de ventas a crédito (485)',
}

/** Balances of the earlier period, and whether the IVA of credit sales is deferred. */
export function SaldosDialog({ papel, onClose }: DialogoProps) {
  const { saldos } = papel
  const periodo = parsePeriodoFiscal(saldos.periodo)
  const isFiled = saldos.origen === 'ANTERIOR'
  const typed = (codigo: (typeof CASILLEROS_SALDO)[number]) => entradaOf(saldos.valores[codigo] ?? 0)
  return (
    <FormDialog
      title="Saldos y opciones"
      schema={SaldosSchema}
      initial={{
        s615: typed('615'),
        s617: typed('617'),
        s618: typed('618'),
        s619: typed('619'),
        s485: typed('485'),
        difiere: papel.difiere,
      }}
      onSubmit={({ difiere, s615, s617, s618, s619, s485 }) =>
        guardarPapel({
          ...formOf(papel),
          saldos: isFiled ? null : { '615': s615, '617': s617, '618': s618, '619': s619, '485': s485 },
          difiere,
        })
      }
      onClose={onClose}
    >
      {isFiled ? (
        <p>Los saldos son los de la declaración {periodo ? dePeriodoFiscal(periodo) : saldos.periodo}.</p>
      ) : (
        <>
          <p>Escriba los casilleros de la declaración {periodo ? dePeriodoFiscal(periodo) : saldos.periodo}. Si no tuvo, deje cero.</p>
          {CASILLEROS_SALDO.map((codigo) => (
            <MontoField key={codigo} name={`s${codigo}`} label={SALDO_LABEL[codigo]} required />
          ))}
        </>
      )}
      <CheckboxField
        name="difiere"
        label="Diferir el IVA de las ventas a crédito"
        description="Pasa al próximo período la parte que corresponde a facturas con plazo (485)."
      />
    </FormDialog>
  )
}

const AcuseSchema = z.object({
  numero: numeroSri,
  fecha: z.string().check(z.minLength(1, 'Indique la fecha.')),
})

export const AcuseDialog = ({ papel, n, onClose }: DialogoProps & { n: number }) => (
  <FormDialog
    title="Comprobante del SRI"
    schema={AcuseSchema}
    initial={{ numero: '', fecha: today() }}
    onSubmit={(acuse) => anotarAcuse(cualOf(papel), { n, ...acuse })}
    onClose={onClose}
  >
    <TextField name="numero" label="Número del comprobante" description="El que el SRI dio al presentar el formulario." required />
    <CampoFecha name="fecha" label="Fecha" max={today()} required />
  </FormDialog>
)

const ReabrirSchema = z.object({ motivo: texto(5, 300) })

export const ReabrirDialog = ({ papel, onClose }: DialogoProps) => (
  <FormDialog
    title={`Reabrir ${papel.nombre.toLowerCase()}`}
    schema={ReabrirSchema}
    initial={{ motivo: '' }}
    onSubmit={({ motivo }) => reabrir(cualOf(papel), motivo)}
    onClose={onClose}
    saveLabel="Reabrir"
    busyLabel="Reabriendo…"
  >
    <p>Sus compras podrán cambiar. Lo que se declaró queda como está, y lo que cambie se verá como diferencia.</p>
    <TextField name="motivo" label="Motivo" required />
  </FormDialog>
)

/** Texts for filing: the first time, with other figures, or after reopening without changes. */
export function declararWords({ presentadas, diferencias }: Papel) {
  if (presentadas.length === 0) return { hacer: 'Registrar como declarada', pregunta: '¿Registrar como declarada?' }
  return diferencias.length > 0
    ? { hacer: 'Registrar sustitutiva', pregunta: '¿Registrar la sustitutiva?' }
    : { hacer: 'Cerrar de nuevo', pregunta: '¿Cerrar de nuevo el período?' }
}

/** Freezes the figures; with defects it warns first. */
export function DeclararDialog({ papel, onClose }: DialogoProps) {
  const { defectos, presentadas, diferencias, nombre, titulo, formulario } = papel
  const [electronicas, setElectronicas] = useState(false)
  const { hacer, pregunta } = declararWords(papel)
  const isOnlyClosed = presentadas.length > 0 && diferencias.length === 0
  return (
    <ActionDialog
      title={pregunta}
      confirmLabel={hacer}
      busyLabel="Registrando…"
      confirmColor="primary"
      onConfirm={() => presentar(papel, { con_defectos: defectos.length > 0, electronicas: electronicas ? 'SI' : 'NO' })}
      onClose={onClose}
    >
      <p>
        {isOnlyClosed
          ? `${titulo}, ${nombre.toLowerCase()}: nada cambió desde que se declaró. Sus meses se cierran y lo declarado queda como está.`
          : `${titulo}, ${nombre.toLowerCase()}: sus cifras quedan guardadas tal como se ven y el período se cierra. El formulario se presenta en la página del SRI.`}
      </p>
      {formulario === 'ATS' && !isOnlyClosed && (
        <Checkbox
          label="Guardar el ATS con las ventas electrónicas en el total"
          description="Márquelo si ese es el archivo que presentó."
          checked={electronicas}
          onChange={({ currentTarget: { checked } }) => setElectronicas(checked)}
        />
      )}
      {defectos.length > 0 && !isOnlyClosed && (
        <>
          <p>Todavía tiene defectos:</p>
          <ul className={classes.lista}>
            {defectos.map(({ codigo, texto: message }) => (
              <li key={codigo}>{message}</li>
            ))}
          </ul>
        </>
      )}
    </ActionDialog>
  )
}
