/** Codes of exports in the ATS: customs districts, customs regimes, incomes from abroad (ficha técnica, tables 6, 7.1 and 18). */

interface Codigo {
  codigo: string
  nombre: string
}

/** Table 6. */
export const DISTRITOS_ADUANEROS: readonly Codigo[] = [
  { codigo: '019', nombre: 'Guayaquil aéreo' },
  { codigo: '028', nombre: 'Guayaquil marítimo' },
  { codigo: '037', nombre: 'Manta' },
  { codigo: '046', nombre: 'Esmeraldas' },
  { codigo: '055', nombre: 'Quito' },
  { codigo: '064', nombre: 'Puerto Bolívar' },
  { codigo: '073', nombre: 'Tulcán' },
  { codigo: '082', nombre: 'Huaquillas' },
  { codigo: '091', nombre: 'Cuenca' },
  { codigo: '109', nombre: 'Loja-Macará' },
  { codigo: '118', nombre: 'Santa Elena' },
  { codigo: '127', nombre: 'Latacunga' },
  { codigo: '136', nombre: 'Gerencia General' },
  { codigo: '145', nombre: 'CEBAF San Miguel' },
]

/** Table 7.1. */
export const REGIMENES_ADUANEROS: readonly Codigo[] = [
  { codigo: '40', nombre: 'Exportación definitiva' },
  { codigo: '50', nombre: 'Exportación temporal para reimportación en el mismo estado' },
  { codigo: '51', nombre: 'Exportación temporal para perfeccionamiento pasivo' },
  { codigo: '60', nombre: 'Reexportación en el mismo estado' },
  { codigo: '61', nombre: 'Reexportación de lo importado para perfeccionamiento activo' },
  { codigo: '79', nombre: 'Exportación a consumo desde zona franca' },
  { codigo: '83', nombre: 'Reembarque' },
  { codigo: '94', nombre: 'Courier exportación' },
  { codigo: '95', nombre: 'Exportaciones Correos del Ecuador' },
]

/** Table 18, from one public program: to be confirmed with the ficha. */
export const INGRESOS_EXTERIOR: readonly Codigo[] = [
  { codigo: '401', nombre: 'Rentas inmobiliarias' },
  { codigo: '402', nombre: 'Servicios empresariales: asistencia técnica' },
  { codigo: '403', nombre: 'Servicios empresariales: comisiones' },
  { codigo: '404', nombre: 'Servicios empresariales: comisiones sobre préstamos' },
  { codigo: '405', nombre: 'Servicios empresariales: honorarios' },
  { codigo: '406', nombre: 'Servicios empresariales: publicidad' },
  { codigo: '407', nombre: 'Servicios empresariales: servicios administrativos' },
  { codigo: '408', nombre: 'Servicios empresariales: servicios financieros' },
  { codigo: '409', nombre: 'Servicios empresariales: servicios intermedios de la producción (maquila)' },
  { codigo: '410', nombre: 'Servicios empresariales: servicios técnicos' },
  { codigo: '411', nombre: 'Navegación marítima o aérea' },
  { codigo: '412', nombre: 'Dividendos' },
  { codigo: '413', nombre: 'Rendimientos financieros: comisiones sobre préstamos' },
  { codigo: '414', nombre: 'Rendimientos financieros: otras inversiones' },
  { codigo: '415', nombre: 'Garantías' },
  { codigo: '416', nombre: 'Servicios profesionales independientes o dependientes' },
  { codigo: '417', nombre: 'Intereses sobre préstamos' },
  { codigo: '418', nombre: 'Intereses de créditos en ventas' },
  { codigo: '419', nombre: 'Regalías: cánones, derechos de autor, marcas, patentes y similares' },
  { codigo: '420', nombre: 'Regalías: franquicias' },
  { codigo: '421', nombre: 'Seguros y reaseguros (primas y cesiones)' },
  { codigo: '422', nombre: 'Utilidad o pérdida por derivados financieros' },
  { codigo: '423', nombre: 'Utilidad por operaciones de futuros, salvo del sector financiero' },
  { codigo: '424', nombre: 'Venta de bienes intangibles' },
  { codigo: '425', nombre: 'Enajenación de derechos representativos de capital' },
  { codigo: '426', nombre: 'Enajenación de obligaciones' },
  { codigo: '427', nombre: 'Artistas' },
  { codigo: '428', nombre: 'Deportistas' },
  { codigo: '429', nombre: 'Participación de consejeros' },
  { codigo: '430', nombre: 'Entretenimiento público' },
  { codigo: '431', nombre: 'Pensiones' },
  { codigo: '432', nombre: 'Reembolso de gastos' },
  { codigo: '433', nombre: 'Funciones públicas' },
  { codigo: '434', nombre: 'Estudiantes' },
  { codigo: '435', nombre: 'Arrendamiento mercantil internacional' },
  { codigo: '436', nombre: 'Fletamento de naves para transporte internacional' },
  { codigo: '437', nombre: 'Otros seguros y reaseguros (primas y cesiones)' },
  { codigo: '438', nombre: 'Otros ingresos' },
]
