import type { Contexto } from '@yupana/contract'
import { daysBetween, isFecha } from '@yupana/fiscal'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxField } from '../../components/form/choice-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { useAtajos } from '../../domain/emision/atajos.ts'
import cabecera from '../../domain/emision/cabecera.module.css'
import { CamposAdicionales } from '../../domain/emision/campos-adicionales.tsx'
import { FechaYNumero, resumenDeEmision } from '../../domain/emision/fecha-y-numero.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import { Pantalla } from '../../domain/emision/pantalla.tsx'
import { PersonaField } from '../../domain/emision/persona-field.tsx'
import { Pliegue } from '../../domain/emision/pliegue.tsx'
import { TECLAS_EMISION } from '../../domain/emision/teclas.ts'
import { deHoy } from '../../domain/emision/use-de-hoy.ts'
import { fechaEfectiva } from '../../domain/emision/use-documento.ts'
import { usePantalla, type EditorProps } from '../../domain/emision/use-pantalla.ts'
import panel from '../../domain/totales-panel/totales-panel.module.css'
import { askServidor } from './avisos-servidor.ts'
import { Destinatarios } from './destinatarios.tsx'
import { GUIA } from './guia.ts'
import classes from './guia.module.css'
import { detallesOf, type GuiaValores } from './guia-valores.ts'
import { revisar } from './revisar.ts'

const VistaPrevia = loadedPart(async () => (await import('./vista-previa.tsx')).VistaPrevia)

const TECLAS = { ...TECLAS_EMISION, destinatario: { code: 'KeyC', alt: true, efecto: 'Ir al destinatario' } } as const

/** The editor of a guía de remisión: carrier, goods, origin, receivers and reasons. */
export function Editor(props: EditorProps<GuiaValores>) {
  const { contexto, detalle } = props
  const isCorreccion = detalle !== undefined
  const pantalla = useConAvisos(props)
  const { goTo, atajos } = pantalla
  useAtajos(TECLAS, { ...atajos, destinatario: () => goTo('destinatarios.0.persona') })
  return (
    <Pantalla
      {...props}
      tipo={GUIA}
      pantalla={pantalla}
      total={0}
      teclas={TECLAS}
      vistaPrevia={(numero) => <VistaPrevia contexto={contexto} numero={numero} />}
      totales={(emitir) => <Resumen>{emitir}</Resumen>}
    >
      <Transporte contexto={contexto} isCorreccion={isCorreccion} onChosen={() => goTo('placa')} />
      <Destinatarios onGo={goTo} />
      <section className={hoja.card} aria-label="Información adicional">
        <CamposAdicionales />
      </section>
    </Pantalla>
  )
}

/** Before the question of «Emitir», waits for the server's notices if nothing blocks the emission. */
function useConAvisos(props: EditorProps<GuiaValores>) {
  const pantalla = usePantalla(GUIA, props)
  const { emitir, atajos } = pantalla
  const read = () => props.abierto.form.getValues()
  const prepare = () => {
    const valores = read()
    const ahora = deHoy(props.contexto)
    const lugar = props.detalle ? { ...ahora, hoy: valores.fecha_emision } : ahora
    const isSound = revisar(valores, fechaEfectiva(valores.fecha_emision, ahora), lugar).problemas.length === 0
    if (isSound) void askServidor(read).then(emitir.prepare)
    else emitir.prepare()
  }
  return {
    ...pantalla,
    emitir: { ...emitir, prepare },
    atajos: { ...atajos, emitir: atajos.emitir === emitir.prepare ? prepare : atajos.emitir },
  }
}

interface TransporteProps {
  contexto: Contexto
  isCorreccion: boolean
  onChosen: () => void
}

/** Carrier, starting point and dates. */
function Transporte({ contexto, isCorreccion, onChosen }: TransporteProps) {
  const [fecha, serie, partida] = useWatch<GuiaValores, ['fecha_emision', 'serie', 'dir_partida']>({
    name: ['fecha_emision', 'serie', 'dir_partida'],
  })
  return (
    <section className={hoja.card} aria-label="Datos del transporte">
      <div className={cabecera.cabecera}>
        <div className={cabecera.cliente}>
          <PersonaField name="transportista" label="Transportista" rol="transportista" autoFocus={!isCorreccion} onChosen={onChosen} />
          <div className={classes.placa}>
            <TextField name="placa" label="Placa" placeholder="ABC-1234" required />
            <CheckboxField name="otra_placa" label="Moto u otra placa" />
          </div>
        </div>
        <Pliegue
          label="Fecha, número y partida"
          resumen={[...(isCorreccion ? [] : resumenDeEmision(contexto, { fecha, serie })), partida || 'Sin dirección de partida']}
        >
          <div className={classes.pares}>
            {!isCorreccion && <FechaYNumero contexto={contexto} />}
            <CampoFecha name="fecha_ini" label="Inicio del transporte" required />
            <CampoFecha name="fecha_fin" label="Fin del transporte" required />
          </div>
          <TextField name="dir_partida" label="Dirección de partida" required />
        </Pliegue>
      </div>
    </section>
  )
}

const plural = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`

/** Quantities, before emission. */
function Resumen({ children }: { children: ReactNode }) {
  const [destinatarios, ini, fin] = useWatch<GuiaValores, ['destinatarios', 'fecha_ini', 'fecha_fin']>({
    name: ['destinatarios', 'fecha_ini', 'fecha_fin'],
  })
  const productos = destinatarios.reduce((sum, one) => sum + detallesOf(one).length, 0)
  const dias = isFecha(ini) && isFecha(fin) && ini <= fin ? daysBetween(ini, fin) + 1 : undefined
  return (
    <section className={panel.panel} aria-label="Resumen">
      <dl className={panel.filas}>
        <div>
          <dt>Traslado</dt>
          <dd>{dias === undefined ? '—' : plural(dias, 'día', 'días')}</dd>
        </div>
        <div>
          <dt>Para</dt>
          <dd>{plural(destinatarios.length, 'destinatario', 'destinatarios')}</dd>
        </div>
        <div>
          <dt>Mercadería</dt>
          <dd>{plural(productos, 'producto', 'productos')}</dd>
        </div>
      </dl>
      {children}
    </section>
  )
}
