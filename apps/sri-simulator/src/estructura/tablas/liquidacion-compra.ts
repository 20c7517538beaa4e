// Liquidación de compra 1.0.0 and 1.1.0.
export const LIQUIDACION_COMPRA = String.raw`
liquidacionCompra
  &infoTributaria
  infoLiquidacionCompra
    fechaEmision fecha
    dirEstablecimiento? t300
    contribuyenteEspecial? /[A-Za-z0-9]{3,13}/
    obligadoContabilidad? /SI|NO/
    tipoIdentificacionProveedor /0[4-8]/
    razonSocialProveedor t300
    identificacionProveedor t20
    direccionProveedor? t300
    totalSinImpuestos d14.2
    totalDescuento s14.2
    codDocReembolso? /[0-9]{2,3}/
    totalComprobantesReembolso? d14.2
    totalBaseImponibleReembolso? d14.2
    totalImpuestoReembolso? d14.2
    totalConImpuestos
      totalImpuesto+
        codigo /2/
        codigoPorcentaje /[0-9]{1,4}/
        descuentoAdicional? s14.2
        baseImponible d14.2
        tarifa? d4.2
        valor d14.2
    importeTotal d14.2
    moneda? t15
    &pagos
  detalles
    detalle+
      codigoPrincipal? t25
      codigoAuxiliar? t25
      descripcion t300
      unidadMedida? t50
      cantidad cantidad
      precioUnitario cantidad
      precioSinSubsidio? cantidad
      descuento d14.2
      precioTotalSinImpuesto d14.2
      detallesAdicionales?
        detAdicional{1,3}
          @nombre l300
          @valor l300
      impuestos
        impuesto+
          codigo /2/
          codigoPorcentaje /[0-9]{1,4}/
          tarifa d4.2
          baseImponible d14.2
          valor d14.2
  reembolsos?
    reembolsoDetalle+
      tipoIdentificacionProveedorReembolso /0[4-8]/
      identificacionProveedorReembolso t20
      codPaisPagoProveedorReembolso? /[0-9]{3}/
      tipoProveedorReembolso /0[12]/
      codDocReembolso /[0-9]{2,3}/
      estabDocReembolso /[0-9]{3}/
      ptoEmiDocReembolso /[0-9]{3}/
      secuencialDocReembolso /[0-9]{9}/
      fechaEmisionDocReembolso fecha
      numeroautorizacionDocReemb /[0-9]{10,49}/
      detalleImpuestos
        detalleImpuesto+
          codigo /[235]/
          codigoPorcentaje /[0-9]{1,4}/
          tarifa d4.2
          baseImponibleReembolso d14.2
          impuestoReembolso d14.2
  tipoNegociable?
    correo t100
  &maquinaFiscal
  &infoAdicional
  @id? /comprobante/
  @version?
`
