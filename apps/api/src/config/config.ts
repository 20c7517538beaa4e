import path from 'node:path'

import { lugarS3Of, type LugarS3 } from './config-archivos.ts'
import { checkClaveMaestra, checkClaveRespaldo } from './config-clave-maestra.ts'
import { relojOffset } from '../proceso/clock.ts'
import { checkPostgresTls, checkSmtpTls, checkWebTls } from './config-conexiones.ts'
import { pasarelaOf } from './config-pasarela.ts'
import { createSettings } from './config-settings.ts'
import { StartError, exitWithProblem } from '../instalacion/start-error.ts'
import { rootFolder } from '../instalacion/root-folder.ts'

/** All settings of the environment (names of decision O-113), read and checked once per process. */
export interface Config {
  readonly modo: Modo
  readonly host: string
  readonly port: number
  readonly simuladorPort: number
  /** Whether `npm start` runs the local authority: in production only on request. */
  readonly simulador: boolean
  /** Absolute. */
  readonly dataDir: string
  /** Addresses of an outside PostgreSQL, one for each role; all undefined with the embedded one. */
  readonly databaseUrls: DatabaseUrls
  /** A folder of PostgreSQL programs to use for the embedded database. */
  readonly postgresBin: string | undefined
  readonly sriPruebasUrl: string
  readonly sriProduccionUrl: string
  readonly simuladorUrl: string
  readonly smtpUrl: string | undefined
  /** Mails leave by SMTP, in production as soon as there is an account; a trial without one keeps them in an outbox (O-95). */
  readonly correoSale: boolean
  /** Sender address of mails; answers go to the issuing company. */
  readonly correoRemitente: string
  /** Undefined only in prueba; `loadClaveMaestra` then creates one in the data folder. */
  readonly claveMaestra: string | undefined
  /** The previous master key; only `rotar-clave` uses it. */
  readonly claveMaestraAnterior: string | undefined
  /** Former master keys with which heads of the audit may be signed; only `auditoria` uses them, see `cabezaKeysOf`. */
  readonly clavesDeCabezas: readonly string[]
  /** The key mixed into passwords, if CLAVE_MAESTRA was rotated since; see `loadClaveContrasenas`. */
  readonly claveContrasenas: string | undefined
  /** Key of encrypted backups; undefined: the master key. */
  readonly claveRespaldo: string | undefined
  /** Address of the page, without a final slash; links in mails start with it. */
  readonly urlPublica: string
  readonly permitirHttp: boolean
  /** Addresses or networks whose X-Forwarded-For is trusted, separated by commas; undefined for none. */
  readonly proxyConfiable: string | undefined
  readonly rucProveedor: string | undefined
  /** First part of the API's own paths: `/app/v1/...`. */
  readonly segmento: string
  /** Offset of the business clock from the machine's, in milliseconds. */
  readonly relojOffset: number
  readonly sentryDsn: string | undefined
  readonly analiticaUrl: string | undefined
  /** Storage of large files: a bucket, a folder (absolute), or, both undefined, the database. */
  readonly s3: LugarS3 | undefined
  readonly archivosDir: string | undefined
  /** Lookup service for a RUC or a cédula: an address with `{identificacion}` in it. Undefined: no lookup. */
  readonly padron: Readonly<{ url: string; token: string | undefined }> | undefined
  /** The gateway for card payments in the store, and the secret with which both sides sign. Undefined: no cards. */
  readonly pasarela: Readonly<{ url: string; secreto: string }> | undefined
  /** Minutes between two readings of a company's mailbox, and whether its server may be on this machine or its network. */
  readonly buzon: Readonly<{ minutos: number; enRedInterna: boolean }>
  /** Threads of each process that draw printed forms; 0 draws in the main thread. */
  readonly hilosRide: number
  /**
   * Per minute: searches, readings, changes and calculations of a user, emissions of a company; mail addresses of a user an hour, of a
   * company a day; 0 is no limit.
   */
  /** Documents in a ZIP sent at once; a worker makes a larger one. */
  readonly zipAlMomento: number
  readonly limites: Readonly<
    Record<'busquedas' | 'lecturas' | 'escrituras' | 'calculos' | 'emisiones' | 'destinatariosUsuario' | 'destinatariosEmpresa', number>
  >
}

/** By the names of their settings; DATABASE_URL stands for absent ones (trials only). */
export type DatabaseUrls = Readonly<Record<'DATABASE_URL_API' | 'DATABASE_URL_WORKER' | 'DATABASE_ADMIN_URL', string | undefined>>

export { loadClaveContrasenas, loadClaveMaestra } from './config-clave-maestra.ts'
export type Modo = 'prueba' | 'produccion'
export type Environment = Readonly<Record<string, string | undefined>>

const MAIL = /^[^\s@]+@[^\s@]+$/
const PROXY = /^(no|loopback|[\da-f.:]+(\/\d{1,3})?(\s*,\s*[\da-f.:]+(\/\d{1,3})?)*)$/i
const SRI_PATH = '/comprobantes-electronicos-ws'

/** Reads and checks all settings. @throws StartError with one line per missing or wrong value */
export function readConfig(env: Environment, now: Date = new Date()): Config {
  const settings = createSettings(env)
  const { text, url, problem } = settings
  const modo = settings.oneOf('MODO', ['prueba', 'produccion'], 'prueba')
  const isProduccion = modo === 'produccion'
  const port = settings.port('PORT', 8080)
  const simuladorPort = settings.port('SIMULADOR_PORT', port + 1)
  if (port === simuladorPort) problem(`SIMULADOR_PORT y PORT no pueden ser el mismo puerto (${port}).`)
  const host = text('HOST') ?? '127.0.0.1'
  const permitirHttp = settings.oneOf('PERMITIR_HTTP', ['0', '1'], '0') === '1'

  const database = (name: string) => url(name, ['postgres:', 'postgresql:'])
  const databaseUrl = database('DATABASE_URL')
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'])
  const urlPublica = withoutSlash(url('URL_PUBLICA', ['https:', 'http:']) ?? `http://${reachable(host)}:${port}`)
  const config: Config = {
    modo,
    host,
    port,
    simuladorPort,
    simulador: settings.oneOf('SIMULADOR', ['0', '1'], isProduccion ? '0' : '1') === '1',
    dataDir: path.resolve(text('DATA_DIR') ?? path.join(rootFolder(), 'datos')),
    databaseUrls: {
      DATABASE_URL_API: database('DATABASE_URL_API') ?? databaseUrl,
      DATABASE_URL_WORKER: database('DATABASE_URL_WORKER') ?? databaseUrl,
      DATABASE_ADMIN_URL: database('DATABASE_ADMIN_URL') ?? databaseUrl,
    },
    postgresBin: text('POSTGRES_BIN'),
    sriPruebasUrl: withoutSlash(url('SRI_PRUEBAS_URL', ['https:', 'http:']) ?? `https://celcer.sri.gob.ec${SRI_PATH}`),
    sriProduccionUrl: withoutSlash(url('SRI_PRODUCCION_URL', ['https:', 'http:']) ?? `https://cel.sri.gob.ec${SRI_PATH}`),
    simuladorUrl: `http://127.0.0.1:${simuladorPort}${SRI_PATH}`,
    smtpUrl,
    correoSale: isProduccion || smtpUrl !== undefined,
    correoRemitente: settings.matching('CORREO_REMITENTE', MAIL, 'una dirección de correo') ?? senderOf(smtpUrl, urlPublica),
    claveMaestra: text('CLAVE_MAESTRA'),
    claveMaestraAnterior: text('CLAVE_MAESTRA_ANTERIOR'),
    clavesDeCabezas: (text('CLAVES_DE_CABEZAS') ?? '').split(/\s+/).filter((one) => one !== ''),
    claveContrasenas: text('CLAVE_CONTRASENAS'),
    claveRespaldo: text('CLAVE_RESPALDO'),
    urlPublica,
    permitirHttp,
    proxyConfiable: proxyOf(
      settings.matching('PROXY_CONFIABLE', PROXY, '«no», «loopback» o direcciones separadas con comas (10.0.0.5, 10.1.0.0/16)'),
    ),
    rucProveedor: settings.matching('RUC_PROVEEDOR', /^\d{13}$/, 'un RUC de 13 dígitos'),
    segmento: settings.matching('SEGMENTO', /^[a-z0-9][a-z0-9-]{0,29}$/, 'letras minúsculas, números y guiones') ?? 'app',
    relojOffset: readReloj(text('RELOJ'), isProduccion, now, problem),
    sentryDsn: url('SENTRY_DSN', ['https:', 'http:']),
    analiticaUrl: url('ANALITICA_URL', ['https:', 'http:']),
    s3: lugarS3Of(url('S3_URL', ['https:', 'http:']), problem),
    archivosDir: absolute(text('ARCHIVOS_DIR')),
    padron: padronOf(url('PADRON_URL', ['https:', 'http:']), text('PADRON_TOKEN'), problem),
    pasarela: pasarelaOf(url('PASARELA_URL', ['https:', 'http:']), text('PASARELA_CLAVE'), problem),
    buzon: {
      minutos: minutosOf(settings.count('BUZON_MINUTOS', 10), problem),
      enRedInterna: settings.oneOf('BUZON_RED_INTERNA', ['0', '1'], '0') === '1',
    },
    hilosRide: hilosOf(settings.count('HILOS_RIDE', 2), problem),
    zipAlMomento: settings.count('ZIP_AL_MOMENTO', 200),
    limites: {
      busquedas: settings.count('LIMITE_BUSQUEDAS', 600),
      lecturas: settings.count('LIMITE_LECTURAS', 1_200),
      escrituras: settings.count('LIMITE_ESCRITURAS', 300),
      calculos: settings.count('LIMITE_CALCULOS', 300),
      emisiones: settings.count('LIMITE_EMISIONES', 600),
      destinatariosUsuario: settings.count('LIMITE_DESTINATARIOS_USUARIO', 60),
      destinatariosEmpresa: settings.count('LIMITE_DESTINATARIOS_EMPRESA', 300),
    },
  }
  for (const claveProblem of [checkClaveMaestra(config.claveMaestra, modo), checkClaveRespaldo(config.claveRespaldo)])
    if (claveProblem) problem(claveProblem)
  if (isProduccion && !permitirHttp) requireHttps(env, problem)
  if (isProduccion && databaseUrl)
    problem(
      'En producción cada parte entra a la base con su propio usuario: ponga DATABASE_URL_API, DATABASE_URL_WORKER y DATABASE_ADMIN_URL en lugar de DATABASE_URL.',
    )
  if (isProduccion && settings.problems.length === 0) for (const line of checkConexiones(config)) problem(line)
  if (settings.problems.length > 0) throw new StartError(...settings.problems)
  return config
}

/** The settings of this process, after reading the `.env` of the root; prints problems and exits with 1. */
export function loadConfig(env: Environment = process.env): Config {
  try {
    loadEnvFile()
    return readConfig(env)
  } catch (error) {
    exitWithProblem(error)
  }
}

/** The address, for processes without an embedded database (separate API and worker processes). */
export function requireDatabaseUrl({ databaseUrls }: Pick<Config, 'databaseUrls'>, name: keyof DatabaseUrls): string {
  const url = databaseUrls[name]
  if (url) return url
  throw new StartError(`Falta ${name}: la dirección de PostgreSQL para ${USO[name]} (postgres://usuario:contraseña@servidor:5432/base).`)
}

const USO = { DATABASE_URL_API: 'el servidor', DATABASE_URL_WORKER: 'el trabajador', DATABASE_ADMIN_URL: 'crear roles y tablas' } as const

/** Whether an outside PostgreSQL is configured, for any role. */
export const usesOutsideDatabase = ({ databaseUrls }: Pick<Config, 'databaseUrls'>): boolean =>
  Object.values(databaseUrls).some((url) => url !== undefined)

/** An address by which other programs of this machine reach a server listening on `host`. */
export const reachable = (host: string) =>
  host === '0.0.0.0' || host === '::' || host === '' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host

/** The account of the mail server if it is an address, else one at the page's host name. */
function senderOf(smtpUrl: string | undefined, urlPublica: string): string {
  const account = smtpUrl && URL.canParse(smtpUrl) ? decodeURIComponent(new URL(smtpUrl).username) : ''
  if (MAIL.test(account)) return account
  return `facturacion@${URL.canParse(urlPublica) ? new URL(urlPublica).hostname : 'localhost'}`
}

const MOST_HILOS = 16

function hilosOf(hilos: number, problem: (line: string) => void): number {
  if (hilos > MOST_HILOS) problem(`HILOS_RIDE debe ser un número de 0 a ${MOST_HILOS}; se recibió «${hilos}».`)
  return hilos
}

function padronOf(url: string | undefined, token: string | undefined, problem: (line: string) => void): Config['padron'] {
  if (url === undefined) {
    if (token !== undefined) problem('PADRON_TOKEN no sirve sin PADRON_URL.')
    return undefined
  }
  if (!url.includes('{identificacion}'))
    problem('PADRON_URL debe decir dónde va el número: https://padron.miempresa.ec/contribuyentes/{identificacion}.')
  return { url, token }
}

const MOST_MINUTOS = 1_440

function minutosOf(minutos: number, problem: (line: string) => void): number {
  if (minutos < 1 || minutos > MOST_MINUTOS) problem(`BUZON_MINUTOS debe ser un número de 1 a ${MOST_MINUTOS}; se recibió «${minutos}».`)
  return minutos
}

function readReloj(reloj: string | undefined, isProduccion: boolean, now: Date, problem: (line: string) => void): number {
  if (reloj === undefined) return 0
  if (isProduccion) {
    problem('RELOJ no se admite con MODO=produccion: los documentos llevan la hora verdadera.')
    return 0
  }
  const offset = relojOffset(reloj, now)
  if (offset === undefined)
    problem(`RELOJ no se entiende («${reloj}»): use un instante con zona (2026-12-31T23:58:00-05:00) o un desfase (+2d, -36h, +1d2h).`)
  return offset ?? 0
}

function requireHttps(env: Environment, problem: (line: string) => void) {
  const url = env['URL_PUBLICA']?.trim()
  if (!url) problem('Falta URL_PUBLICA: con MODO=produccion es la dirección https:// de la página (o ponga PERMITIR_HTTP=1).')
  else if (/^http:/i.test(url)) problem('URL_PUBLICA debe empezar con https:// en producción (o ponga PERMITIR_HTTP=1 a sabiendas).')
}

function loadEnvFile() {
  const file = path.join(rootFolder(), '.env')
  try {
    process.loadEnvFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new StartError(`No se puede leer ${file}.`)
  }
}

const checkConexiones = (config: Config): string[] =>
  [
    ...Object.entries(config.databaseUrls).map(([name, url]) => url && checkPostgresTls(name, url)),
    config.smtpUrl && checkSmtpTls(config.smtpUrl),
    checkWebTls('SRI_PRUEBAS_URL', config.sriPruebasUrl),
    checkWebTls('SRI_PRODUCCION_URL', config.sriProduccionUrl),
    config.padron && checkWebTls('PADRON_URL', config.padron.url),
    config.pasarela && checkWebTls('PASARELA_URL', config.pasarela.url),
    config.s3 && checkWebTls('S3_URL', config.s3.cubo),
  ].filter((line): line is string => typeof line === 'string' && line !== '')

/** X-Forwarded-For is trusted only by an explicit setting. */
const proxyOf = (text = 'no') => (text === 'no' ? undefined : text)

const absolute = (folder: string | undefined) => (folder === undefined ? undefined : path.resolve(folder))

const withoutSlash = (url: string) => url.replace(/\/+$/, '')
