// Faults in issuing, keeping apart, mailing and answering.
const FEATURES = 'apps/api/src/features'
const MIGRACIONES = 'apps/api/src/db/migrations'
const AISLAMIENTO = 'apps/api/src/db/aislamiento.test.ts'

export const api = [
  {
    nombre: 'numero-fuera-de-la-transaccion',
    intencion: 'The number is taken for good even if the document is not issued',
    cambios: [
      [
        `${FEATURES}/comprobante/emision/emision.service.ts`,
        'const secuencial = await takeNumber(tx, serie)',
        'const secuencial = await inEmpresa(deps.db, empresaId, (otra) => takeNumber(otra, serie))',
      ],
    ],
    prueba: `${FEATURES}/documento/idempotencia.test.ts`,
    titulo: 'another key for a form that was issued is a conflict and takes no number',
  },
  {
    nombre: 'idempotencia-ignorada',
    intencion: 'The same submission issues again',
    cambios: [
      [
        `${FEATURES}/idempotencia/idempotencia.sql.ts`,
        'return numInsertedOrUpdatedRows === 1n',
        'return numInsertedOrUpdatedRows !== undefined',
      ],
    ],
    prueba: `${FEATURES}/documento/idempotencia.test.ts`,
    titulo: 'I4: 64 parallel identical submissions give one document, one number, one answer',
  },
  {
    nombre: 'clave-de-envio-con-otros-datos',
    intencion: 'A key answers the first document whatever else is sent under it',
    cambios: [
      [
        `${FEATURES}/idempotencia/idempotencia.service.ts`,
        'if (!used.cuerpo.equals(cuerpo)) throw',
        'if (used.cuerpo.length !== cuerpo.length) throw',
      ],
    ],
    prueba: `${FEATURES}/documento/idempotencia.test.ts`,
    titulo: 'I4: the same key with another body is refused and takes nothing',
  },
  {
    nombre: 'filtro-de-empresa',
    intencion: 'Row-level security lets every company see every row',
    cambios: [
      [
        `${MIGRACIONES}/0001_fundamento.sql`,
        'to yupana_app, yupana_worker using (%I = empresa_actual())',
        'to yupana_app, yupana_worker using (%I is not null)',
      ],
    ],
    prueba: AISLAMIENTO,
    titulo: 'shows no row without a company, and with A none of B, on every table and by both roles',
  },
  {
    nombre: 'filas-en-nombre-de-otra',
    intencion: 'A row may be written in the name of another company',
    cambios: [
      [
        `${MIGRACIONES}/0001_fundamento.sql`,
        "with check (%I = empresa_actual())', tabla, columna, columna)",
        "with check (%I is not null)', tabla, columna, columna)",
      ],
    ],
    prueba: AISLAMIENTO,
    titulo: 'refuses rows written in the name of another company',
  },
  {
    nombre: 'autorizado-editable',
    intencion: 'The database lets an issued document be changed',
    cambios: [
      [
        `${MIGRACIONES}/0023_documento.sql`,
        'create trigger documento_cambia before update on documento for each row execute',
        'create trigger documento_cambia before update on documento for each row when (false) execute',
      ],
    ],
    prueba: AISLAMIENTO,
    titulo: 'yupana_app changes no column of an authorised document but those of its delivery',
  },
  {
    nombre: 'arriendo-sin-cerco',
    intencion: 'Who lost the lease of a document still writes its result',
    cambios: [
      [
        `${FEATURES}/comprobante/avance/pipeline.sql.ts`,
        `       where empresa_id = \${reclamo.empresa_id} and documento_id = \${reclamo.documento_id} and cerco = \${reclamo.cerco}
      returning empresa_id, documento_id
    ), doc as (
      update documento d set estado = \${a}`,
        `       where empresa_id = \${reclamo.empresa_id} and documento_id = \${reclamo.documento_id}
      returning empresa_id, documento_id
    ), doc as (
      update documento d set estado = \${a}`,
      ],
    ],
    prueba: `${FEATURES}/comprobante/avance/cerco.test.ts`,
    titulo: 'C19: who lost the lease writes no result, though the state is what it was',
  },
  {
    nombre: 'envio-sin-cerco',
    intencion: 'Who lost the lease of a document still opens a send',
    cambios: [
      [
        `${FEATURES}/comprobante/avance/pipeline.sql.ts`,
        'e.documento_id = ${reclamo.documento_id} and e.cerco = ${reclamo.cerco})`',
        'e.documento_id = ${reclamo.documento_id})`',
      ],
    ],
    prueba: `${FEATURES}/comprobante/avance/cerco.test.ts`,
    titulo: 'C19: who lost the lease neither signs nor sends, though the state is what it was',
  },
  {
    nombre: 'reenvio-sin-preguntar',
    intencion: 'What may have arrived is sent again without asking first',
    cambios: [
      [
        `${FEATURES}/comprobante/avance/avance.service.ts`,
        "if (!reclamo.pudo_llegar) return this.#send(reclamo, 'INCIERTO')",
        "if (reclamo.estado === 'INCIERTO') return this.#send(reclamo, 'INCIERTO')",
      ],
    ],
    prueba: `${FEATURES}/comprobante/avance/fallas.test.ts`,
    titulo: 'C09: a lost answer is unknown, never failed: it is asked for and found, and one document exists',
  },
  {
    nombre: 'intento-sin-abrir',
    intencion: 'Bytes leave without the attempt on record',
    cambios: [
      [`${FEATURES}/comprobante/avance/pipeline.sql.ts`, 'set pudo_llegar = true, enviado_en', 'set pudo_llegar = false, enviado_en'],
    ],
    prueba: `${FEATURES}/comprobante/avance/fallas.test.ts`,
    titulo: 'bytes that never arrived leave again only after a query and a minute, and are the same',
  },
  {
    nombre: 'bytes-sin-comprobar',
    intencion: 'Bytes that changed in the store are sent',
    cambios: [
      [
        `${FEATURES}/comprobante/avance/avance.service.ts`,
        "const changed = !createHash('sha256').update(bytes).digest().equals(sha256)",
        'const changed = sha256.length !== 32',
      ],
    ],
    prueba: `${FEATURES}/comprobante/avance/fallas.test.ts`,
    titulo: 'I5: bytes changed in the store are not sent',
  },
  {
    nombre: 'correo-antes-de-autorizar',
    intencion: 'A document that waits for its authorisation may be mailed',
    cambios: [
      [
        `${FEATURES}/correo/correo.service.ts`,
        "if (documento.estado !== 'AUTORIZADO' && documento.estado !== 'ANULADO')",
        "if (documento.estado === 'RECHAZADO')",
      ],
    ],
    prueba: `${FEATURES}/correo/entrega.test.ts`,
    titulo: 'resends on demand, three times a day to one address however many are asked for at once, and only what is authorised',
  },
  {
    nombre: 'correo-a-consumidor-final',
    intencion: 'Consumidor final gets mail',
    cambios: [[`${FEATURES}/carta/destinos.sql.ts`, "case when d.receptor_tipo = '07' then", "case when d.receptor_tipo = '00' then"]],
    prueba: `${FEATURES}/correo/entrega.test.ts`,
    titulo: 'writes nothing to consumidor final',
  },
  {
    nombre: 'prueba-al-cliente',
    intencion: 'A trial of pruebas is mailed to the client',
    cambios: [
      [
        `${FEATURES}/carta/destinos.sql.ts`,
        "when d.ambiente = 'PRUEBAS' then array_remove(array[e.correo], null) else",
        "when d.ambiente = 'NINGUNO' then array_remove(array[e.correo], null) else",
      ],
    ],
    prueba: `${FEATURES}/correo/entrega.test.ts`,
    titulo: 'O-95 never mails a trial: the simulator keeps it in the outbox, pruebas writes to the company itself',
  },
  {
    nombre: 'clave-del-p12-en-la-bitacora',
    intencion: 'The record of an upload keeps the password of the file',
    cambios: [
      [
        `${FEATURES}/certificado/certificado.service.ts`,
        'const detalle = { filename,',
        'const detalle = { pass: archivo.password, filename,',
      ],
    ],
    prueba: `${FEATURES}/certificado/certificado.test.ts`,
    titulo: 'takes a certificate that names no RUC when the user confirms it, and records that',
  },
  {
    nombre: 'version-vieja-guardada',
    intencion: 'A form that was read before somebody else saved overwrites it',
    cambios: [
      [`${FEATURES}/catalogo/catalogo.service.ts`, 'if (before.version !== version) throw', 'if (before.version < version) throw'],
      [
        `${FEATURES}/catalogo/catalogo.service.ts`,
        'updateRow(tx, catalogo, empresaId, { id, version }, row, en)',
        'updateRow(tx, catalogo, empresaId, { id, version: before.version }, row, en)',
      ],
    ],
    prueba: `${FEATURES}/persona/persona.test.ts`,
    titulo: 'refuses a form that was read before somebody else saved',
  },
  {
    nombre: 'orden-por-cualquier-columna',
    intencion: 'A list is sorted by whatever column is asked for',
    cambios: [
      [
        `${FEATURES}/busqueda/busqueda.sql.ts`,
        'Object.hasOwn(columns, field) ? columns[field] : undefined',
        'columns[field] ?? `p.${field}`',
      ],
    ],
    prueba: `${FEATURES}/persona/persona.test.ts`,
    titulo: 'refuses to sort by version,ASC',
  },
  {
    nombre: 'punto-ajeno',
    intencion: 'A user bound to a point of emission issues at another one',
    cambios: [
      [
        `${FEATURES}/comprobante/emision/emision.service.ts`,
        'if (contexto.puntos_usuario.length > 0 && !contexto',
        'if (contexto.puntos_usuario.length > 1 && !contexto',
      ],
    ],
    prueba: `${FEATURES}/documento/entrada.test.ts`,
    titulo: 'O-100: a user bound to another point',
  },
  {
    nombre: 'paginas-de-cualquier-largo',
    intencion: 'The contract lets a list be asked for with any number of rows',
    cambios: [['packages/contract/src/listing.contract.ts', 'size: z._default(pageSize, 5)', 'size: z._default(z.coerce.number(), 5)']],
    prueba: `${FEATURES}/comprobante/lectura/lista.test.ts`,
    titulo: 'R-9.5 pages of 5, 10, 20 and 50 rows and no others; 5 unless asked',
  },
  {
    nombre: 'fecha-que-no-existe',
    intencion: 'The contract takes days that no calendar has',
    cambios: [
      [
        'packages/contract/src/fields.ts',
        "isFecha(value) && value >= '2015-01-01'",
        "/^\\d{4}-\\d\\d-\\d\\d$/.test(value) && value >= '2015-01-01'",
      ],
    ],
    prueba: `${FEATURES}/comprobante/lectura/lista.test.ts`,
    titulo: 'R-3.2.7 desde=2026-02-30 is refused by its field',
  },
]
