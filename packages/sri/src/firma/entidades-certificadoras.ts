/** Place of an entity's private OIDs: extensions of their own, or otherName entries of the subject's alternative names. */
export type LugarIdentificacion = 'EXTENSION' | 'NOMBRE_ALTERNATIVO'

/** A certification entity accredited in Ecuador. */
export interface EntidadCertificadora {
  readonly nombre: string
  /** Private OID arc: `.1` is the cédula, `.11` the RUC of the holder. */
  readonly arco?: string
  /** Single OID of the identification. */
  readonly oidIdentificacion?: string
  /** Places where its certificates had those OIDs; every place is read, because layouts change. Absent when only the subject has them. */
  readonly lugares?: readonly LugarIdentificacion[]
  /** Pattern of its name in issuing certificates. */
  readonly emisor: RegExp
  /** Whether its subject serialNumber is an internal number, never an identification. */
  readonly serialNumberIsForeign?: true
}

// Arcs from test suites and code of Ecuadorian signature readers (secondary sources). Entities without an arc are read by the subject's
// serialNumber and organizationIdentifier.
export const ENTIDADES_CERTIFICADORAS: readonly EntidadCertificadora[] = [
  { nombre: 'Banco Central del Ecuador', arco: '1.3.6.1.4.1.37947.3', lugares: ['EXTENSION'], emisor: /BANCO CENTRAL DEL ECUADOR|ECIBCE/i },
  { nombre: 'Security Data', arco: '1.3.6.1.4.1.37746.3', lugares: ['EXTENSION'], emisor: /SECURITY ?DATA/i, serialNumberIsForeign: true },
  {
    nombre: 'Consejo de la Judicatura',
    arco: '1.3.6.1.4.1.43745.1.3',
    lugares: ['NOMBRE_ALTERNATIVO', 'EXTENSION'],
    emisor: /CONSEJO DE LA JUDICATURA|ICERT/i,
  },
  { nombre: 'UANATACA', arco: '1.3.6.1.4.1.47286.102.3', lugares: ['NOMBRE_ALTERNATIVO'], emisor: /UANATACA/i },
  { nombre: 'ANF AC', arco: '1.3.6.1.4.1.18332.3', lugares: ['EXTENSION'], emisor: /\bANF\b/i },
  { nombre: 'ArgosData', arco: '1.3.6.1.4.1.59198.3', lugares: ['EXTENSION'], emisor: /ARGOS ?DATA/i },
  { nombre: 'FirmaSegura', arco: '1.3.6.1.4.1.61305.3', lugares: ['EXTENSION'], emisor: /FIRMA ?SEGURA/i },
  {
    nombre: 'Registro Civil (DIGERCIC)',
    oidIdentificacion: '1.3.6.1.4.1.55519.1.1.1.5.2.4',
    lugares: ['EXTENSION'],
    emisor: /DIGERCIC|REGISTRO CIVIL/i,
  },
  { nombre: 'Datil', emisor: /\bDATIL/i },
  { nombre: 'Eclipsoft', emisor: /ECLIPSOFT/i },
  { nombre: 'Lazzate', emisor: /LAZZATE|ENEXT/i },
  { nombre: 'Alpha Technologies', emisor: /ALPHA ?TECHNOLOGIES/i },
  { nombre: 'Newbest', emisor: /NEWBEST/i },
]
