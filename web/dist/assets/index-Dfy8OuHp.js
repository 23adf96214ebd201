var Ze,T,Li,Pi,Mn,Jt,xi,Ti,Fi,Mt,pt,bt,ce={},Ni=[],Ia=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,Qe=Array.isArray;function bn(e,n){for(var t in n)e[t]=n[t];return e}function Lt(e){e&&e.parentNode&&e.parentNode.removeChild(e)}function Oa(e,n,t){var i,r,o,s={};for(o in n)o=="key"?i=n[o]:o=="ref"?r=n[o]:s[o]=n[o];if(arguments.length>2&&(s.children=arguments.length>3?Ze.call(arguments,2):t),typeof e=="function"&&e.defaultProps!=null)for(o in e.defaultProps)s[o]===void 0&&(s[o]=e.defaultProps[o]);return De(e,s,i,r,null)}function De(e,n,t,i,r){var o={type:e,props:n,key:t,ref:i,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:r??++Li,__i:-1,__u:0};return r==null&&T.vnode!=null&&T.vnode(o),o}function en(e){return e.children}function Rn(e,n){this.props=e,this.context=n}function Wn(e,n){if(n==null)return e.__?Wn(e.__,e.__i+1):null;for(var t;n<e.__k.length;n++)if((t=e.__k[n])!=null&&t.__e!=null)return t.__e;return typeof e.type=="function"?Wn(e):null}function Ki(e){var n,t;if((e=e.__)!=null&&e.__c!=null){for(e.__e=e.__c.base=null,n=0;n<e.__k.length;n++)if((t=e.__k[n])!=null&&t.__e!=null){e.__e=e.__c.base=t.__e;break}return Ki(e)}}function Ut(e){(!e.__d&&(e.__d=!0)&&Mn.push(e)&&!Ee.__r++||Jt!=T.debounceRendering)&&((Jt=T.debounceRendering)||xi)(Ee)}function Ee(){for(var e,n,t,i,r,o,s,l=1;Mn.length;)Mn.length>l&&Mn.sort(Ti),e=Mn.shift(),l=Mn.length,e.__d&&(t=void 0,i=void 0,r=(i=(n=e).__v).__e,o=[],s=[],n.__P&&((t=bn({},i)).__v=i.__v+1,T.vnode&&T.vnode(t),Pt(n.__P,t,i,n.__n,n.__P.namespaceURI,32&i.__u?[r]:null,o,r??Wn(i),!!(32&i.__u),s),t.__v=i.__v,t.__.__k[t.__i]=t,Ri(o,t,s),i.__e=i.__=null,t.__e!=r&&Ki(t)));Ee.__r=0}function zi(e,n,t,i,r,o,s,l,d,u,h){var c,p,m,C,g,V,b,k=i&&i.__k||Ni,w=n.length;for(d=Wa(t,n,k,d,w),c=0;c<w;c++)(m=t.__k[c])!=null&&(p=m.__i==-1?ce:k[m.__i]||ce,m.__i=c,V=Pt(e,m,p,r,o,s,l,d,u,h),C=m.__e,m.ref&&p.ref!=m.ref&&(p.ref&&xt(p.ref,null,m),h.push(m.ref,m.__c||C,m)),g==null&&C!=null&&(g=C),(b=!!(4&m.__u))||p.__k===m.__k?d=Hi(m,d,e,b):typeof m.type=="function"&&V!==void 0?d=V:C&&(d=C.nextSibling),m.__u&=-7);return t.__e=g,d}function Wa(e,n,t,i,r){var o,s,l,d,u,h=t.length,c=h,p=0;for(e.__k=new Array(r),o=0;o<r;o++)(s=n[o])!=null&&typeof s!="boolean"&&typeof s!="function"?(d=o+p,(s=e.__k[o]=typeof s=="string"||typeof s=="number"||typeof s=="bigint"||s.constructor==String?De(null,s,null,null,null):Qe(s)?De(en,{children:s},null,null,null):s.constructor==null&&s.__b>0?De(s.type,s.props,s.key,s.ref?s.ref:null,s.__v):s).__=e,s.__b=e.__b+1,l=null,(u=s.__i=$a(s,t,d,c))!=-1&&(c--,(l=t[u])&&(l.__u|=2)),l==null||l.__v==null?(u==-1&&(r>h?p--:r<h&&p++),typeof s.type!="function"&&(s.__u|=4)):u!=d&&(u==d-1?p--:u==d+1?p++:(u>d?p--:p++,s.__u|=4))):e.__k[o]=null;if(c)for(o=0;o<h;o++)(l=t[o])!=null&&(2&l.__u)==0&&(l.__e==i&&(i=Wn(l)),Oi(l,l));return i}function Hi(e,n,t,i){var r,o;if(typeof e.type=="function"){for(r=e.__k,o=0;r&&o<r.length;o++)r[o]&&(r[o].__=e,n=Hi(r[o],n,t,i));return n}e.__e!=n&&(i&&(n&&e.type&&!n.parentNode&&(n=Wn(e)),t.insertBefore(e.__e,n||null)),n=e.__e);do n=n&&n.nextSibling;while(n!=null&&n.nodeType==8);return n}function $a(e,n,t,i){var r,o,s,l=e.key,d=e.type,u=n[t],h=u!=null&&(2&u.__u)==0;if(u===null&&e.key==null||h&&l==u.key&&d==u.type)return t;if(i>(h?1:0)){for(r=t-1,o=t+1;r>=0||o<n.length;)if((u=n[s=r>=0?r--:o++])!=null&&(2&u.__u)==0&&l==u.key&&d==u.type)return s}return-1}function jt(e,n,t){n[0]=="-"?e.setProperty(n,t??""):e[n]=t==null?"":typeof t!="number"||Ia.test(n)?t:t+"px"}function Ve(e,n,t,i,r){var o,s;n:if(n=="style")if(typeof t=="string")e.style.cssText=t;else{if(typeof i=="string"&&(e.style.cssText=i=""),i)for(n in i)t&&n in t||jt(e.style,n,"");if(t)for(n in t)i&&t[n]==i[n]||jt(e.style,n,t[n])}else if(n[0]=="o"&&n[1]=="n")o=n!=(n=n.replace(Fi,"$1")),s=n.toLowerCase(),n=s in e||n=="onFocusOut"||n=="onFocusIn"?s.slice(2):n.slice(2),e.l||(e.l={}),e.l[n+o]=t,t?i?t.u=i.u:(t.u=Mt,e.addEventListener(n,o?bt:pt,o)):e.removeEventListener(n,o?bt:pt,o);else{if(r=="http://www.w3.org/2000/svg")n=n.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(n!="width"&&n!="height"&&n!="href"&&n!="list"&&n!="form"&&n!="tabIndex"&&n!="download"&&n!="rowSpan"&&n!="colSpan"&&n!="role"&&n!="popover"&&n in e)try{e[n]=t??"";break n}catch{}typeof t=="function"||(t==null||t===!1&&n[4]!="-"?e.removeAttribute(n):e.setAttribute(n,n=="popover"&&t==1?"":t))}}function Zt(e){return function(n){if(this.l){var t=this.l[n.type+e];if(n.t==null)n.t=Mt++;else if(n.t<t.u)return;return t(T.event?T.event(n):n)}}}function Pt(e,n,t,i,r,o,s,l,d,u){var h,c,p,m,C,g,V,b,k,w,f,v,y,_,K,W,G,L=n.type;if(n.constructor!=null)return null;128&t.__u&&(d=!!(32&t.__u),o=[l=n.__e=t.__e]),(h=T.__b)&&h(n);n:if(typeof L=="function")try{if(b=n.props,k="prototype"in L&&L.prototype.render,w=(h=L.contextType)&&i[h.__c],f=h?w?w.props.value:h.__:i,t.__c?V=(c=n.__c=t.__c).__=c.__E:(k?n.__c=c=new L(b,f):(n.__c=c=new Rn(b,f),c.constructor=L,c.render=Ua),w&&w.sub(c),c.props=b,c.state||(c.state={}),c.context=f,c.__n=i,p=c.__d=!0,c.__h=[],c._sb=[]),k&&c.__s==null&&(c.__s=c.state),k&&L.getDerivedStateFromProps!=null&&(c.__s==c.state&&(c.__s=bn({},c.__s)),bn(c.__s,L.getDerivedStateFromProps(b,c.__s))),m=c.props,C=c.state,c.__v=n,p)k&&L.getDerivedStateFromProps==null&&c.componentWillMount!=null&&c.componentWillMount(),k&&c.componentDidMount!=null&&c.__h.push(c.componentDidMount);else{if(k&&L.getDerivedStateFromProps==null&&b!==m&&c.componentWillReceiveProps!=null&&c.componentWillReceiveProps(b,f),!c.__e&&c.shouldComponentUpdate!=null&&c.shouldComponentUpdate(b,c.__s,f)===!1||n.__v==t.__v){for(n.__v!=t.__v&&(c.props=b,c.state=c.__s,c.__d=!1),n.__e=t.__e,n.__k=t.__k,n.__k.some(function(D){D&&(D.__=n)}),v=0;v<c._sb.length;v++)c.__h.push(c._sb[v]);c._sb=[],c.__h.length&&s.push(c);break n}c.componentWillUpdate!=null&&c.componentWillUpdate(b,c.__s,f),k&&c.componentDidUpdate!=null&&c.__h.push(function(){c.componentDidUpdate(m,C,g)})}if(c.context=f,c.props=b,c.__P=e,c.__e=!1,y=T.__r,_=0,k){for(c.state=c.__s,c.__d=!1,y&&y(n),h=c.render(c.props,c.state,c.context),K=0;K<c._sb.length;K++)c.__h.push(c._sb[K]);c._sb=[]}else do c.__d=!1,y&&y(n),h=c.render(c.props,c.state,c.context),c.state=c.__s;while(c.__d&&++_<25);c.state=c.__s,c.getChildContext!=null&&(i=bn(bn({},i),c.getChildContext())),k&&!p&&c.getSnapshotBeforeUpdate!=null&&(g=c.getSnapshotBeforeUpdate(m,C)),W=h,h!=null&&h.type===en&&h.key==null&&(W=Ii(h.props.children)),l=zi(e,Qe(W)?W:[W],n,t,i,r,o,s,l,d,u),c.base=n.__e,n.__u&=-161,c.__h.length&&s.push(c),V&&(c.__E=c.__=null)}catch(D){if(n.__v=null,d||o!=null)if(D.then){for(n.__u|=d?160:128;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;o[o.indexOf(l)]=null,n.__e=l}else{for(G=o.length;G--;)Lt(o[G]);Ct(n)}else n.__e=t.__e,n.__k=t.__k,D.then||Ct(n);T.__e(D,n,t)}else o==null&&n.__v==t.__v?(n.__k=t.__k,n.__e=t.__e):l=n.__e=Ja(t.__e,n,t,i,r,o,s,d,u);return(h=T.diffed)&&h(n),128&n.__u?void 0:l}function Ct(e){e&&e.__c&&(e.__c.__e=!0),e&&e.__k&&e.__k.forEach(Ct)}function Ri(e,n,t){for(var i=0;i<t.length;i++)xt(t[i],t[++i],t[++i]);T.__c&&T.__c(n,e),e.some(function(r){try{e=r.__h,r.__h=[],e.some(function(o){o.call(r)})}catch(o){T.__e(o,r.__v)}})}function Ii(e){return typeof e!="object"||e==null||e.__b&&e.__b>0?e:Qe(e)?e.map(Ii):bn({},e)}function Ja(e,n,t,i,r,o,s,l,d){var u,h,c,p,m,C,g,V=t.props,b=n.props,k=n.type;if(k=="svg"?r="http://www.w3.org/2000/svg":k=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),o!=null){for(u=0;u<o.length;u++)if((m=o[u])&&"setAttribute"in m==!!k&&(k?m.localName==k:m.nodeType==3)){e=m,o[u]=null;break}}if(e==null){if(k==null)return document.createTextNode(b);e=document.createElementNS(r,k,b.is&&b),l&&(T.__m&&T.__m(n,o),l=!1),o=null}if(k==null)V===b||l&&e.data==b||(e.data=b);else{if(o=o&&Ze.call(e.childNodes),V=t.props||ce,!l&&o!=null)for(V={},u=0;u<e.attributes.length;u++)V[(m=e.attributes[u]).name]=m.value;for(u in V)if(m=V[u],u!="children"){if(u=="dangerouslySetInnerHTML")c=m;else if(!(u in b)){if(u=="value"&&"defaultValue"in b||u=="checked"&&"defaultChecked"in b)continue;Ve(e,u,null,m,r)}}for(u in b)m=b[u],u=="children"?p=m:u=="dangerouslySetInnerHTML"?h=m:u=="value"?C=m:u=="checked"?g=m:l&&typeof m!="function"||V[u]===m||Ve(e,u,m,V[u],r);if(h)l||c&&(h.__html==c.__html||h.__html==e.innerHTML)||(e.innerHTML=h.__html),n.__k=[];else if(c&&(e.innerHTML=""),zi(n.type=="template"?e.content:e,Qe(p)?p:[p],n,t,i,k=="foreignObject"?"http://www.w3.org/1999/xhtml":r,o,s,o?o[0]:t.__k&&Wn(t,0),l,d),o!=null)for(u=o.length;u--;)Lt(o[u]);l||(u="value",k=="progress"&&C==null?e.removeAttribute("value"):C!=null&&(C!==e[u]||k=="progress"&&!C||k=="option"&&C!=V[u])&&Ve(e,u,C,V[u],r),u="checked",g!=null&&g!=e[u]&&Ve(e,u,g,V[u],r))}return e}function xt(e,n,t){try{if(typeof e=="function"){var i=typeof e.__u=="function";i&&e.__u(),i&&n==null||(e.__u=e(n))}else e.current=n}catch(r){T.__e(r,t)}}function Oi(e,n,t){var i,r;if(T.unmount&&T.unmount(e),(i=e.ref)&&(i.current&&i.current!=e.__e||xt(i,null,n)),(i=e.__c)!=null){if(i.componentWillUnmount)try{i.componentWillUnmount()}catch(o){T.__e(o,n)}i.base=i.__P=null}if(i=e.__k)for(r=0;r<i.length;r++)i[r]&&Oi(i[r],n,t||typeof e.type!="function");t||Lt(e.__e),e.__c=e.__=e.__e=void 0}function Ua(e,n,t){return this.constructor(e,t)}function ja(e,n,t){var i,r,o,s;n==document&&(n=document.documentElement),T.__&&T.__(e,n),r=(i=!1)?null:n.__k,o=[],s=[],Pt(n,e=n.__k=Oa(en,null,[e]),r||ce,ce,n.namespaceURI,r?null:n.firstChild?Ze.call(n.childNodes):null,o,r?r.__e:n.firstChild,i,s),Ri(o,e,s)}Ze=Ni.slice,T={__e:function(e,n,t,i){for(var r,o,s;n=n.__;)if((r=n.__c)&&!r.__)try{if((o=r.constructor)&&o.getDerivedStateFromError!=null&&(r.setState(o.getDerivedStateFromError(e)),s=r.__d),r.componentDidCatch!=null&&(r.componentDidCatch(e,i||{}),s=r.__d),s)return r.__E=r}catch(l){e=l}throw e}},Li=0,Pi=function(e){return e!=null&&e.constructor==null},Rn.prototype.setState=function(e,n){var t;t=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=bn({},this.state),typeof e=="function"&&(e=e(bn({},t),this.props)),e&&bn(t,e),e!=null&&this.__v&&(n&&this._sb.push(n),Ut(this))},Rn.prototype.forceUpdate=function(e){this.__v&&(this.__e=!0,e&&this.__h.push(e),Ut(this))},Rn.prototype.render=en,Mn=[],xi=typeof Promise=="function"?Promise.prototype.then.bind(Promise.resolve()):setTimeout,Ti=function(e,n){return e.__v.__b-n.__v.__b},Ee.__r=0,Fi=/(PointerCapture)$|Capture$/i,Mt=0,pt=Zt(!1),bt=Zt(!0);var Za=0;function a(e,n,t,i,r,o){n||(n={});var s,l,d=n;if("ref"in d)for(l in d={},n)l=="ref"?s=n[l]:d[l]=n[l];var u={type:e,props:d,key:t,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:--Za,__i:-1,__u:0,__source:r,__self:o};if(typeof e=="function"&&(s=e.defaultProps))for(l in s)d[l]===void 0&&(d[l]=s[l]);return T.vnode&&T.vnode(u),u}var Fn,R,it,Qt,Me=0,Wi=[],O=T,Yt=O.__b,qt=O.__r,Xt=O.diffed,ni=O.__c,ei=O.unmount,ti=O.__;function fe(e,n){O.__h&&O.__h(R,e,Me||n),Me=0;var t=R.__H||(R.__H={__:[],__h:[]});return e>=t.__.length&&t.__.push({}),t.__[e]}function E(e){return Me=1,Qa(Ui,e)}function Qa(e,n,t){var i=fe(Fn++,2);if(i.t=e,!i.__c&&(i.__=[Ui(void 0,n),function(l){var d=i.__N?i.__N[0]:i.__[0],u=i.t(d,l);d!==u&&(i.__N=[u,i.__[1]],i.__c.setState({}))}],i.__c=R,!R.__f)){var r=function(l,d,u){if(!i.__c.__H)return!0;var h=i.__c.__H.__.filter(function(p){return!!p.__c});if(h.every(function(p){return!p.__N}))return!o||o.call(this,l,d,u);var c=i.__c.props!==l;return h.forEach(function(p){if(p.__N){var m=p.__[0];p.__=p.__N,p.__N=void 0,m!==p.__[0]&&(c=!0)}}),o&&o.call(this,l,d,u)||c};R.__f=!0;var o=R.shouldComponentUpdate,s=R.componentWillUpdate;R.componentWillUpdate=function(l,d,u){if(this.__e){var h=o;o=void 0,r(l,d,u),o=h}s&&s.call(this,l,d,u)},R.shouldComponentUpdate=r}return i.__N||i.__}function nn(e,n){var t=fe(Fn++,3);!O.__s&&Ft(t.__H,n)&&(t.__=e,t.u=n,R.__H.__h.push(t))}function $i(e,n){var t=fe(Fn++,4);!O.__s&&Ft(t.__H,n)&&(t.__=e,t.u=n,R.__h.push(t))}function ln(e){return Me=5,Ji(function(){return{current:e}},[])}function Ji(e,n){var t=fe(Fn++,7);return Ft(t.__H,n)&&(t.__=e(),t.__H=n,t.__h=e),t.__}function Tt(){var e=fe(Fn++,11);if(!e.__){for(var n=R.__v;n!==null&&!n.__m&&n.__!==null;)n=n.__;var t=n.__m||(n.__m=[0,0]);e.__="P"+t[0]+"-"+t[1]++}return e.__}function Ya(){for(var e;e=Wi.shift();)if(e.__P&&e.__H)try{e.__H.__h.forEach(Be),e.__H.__h.forEach(vt),e.__H.__h=[]}catch(n){e.__H.__h=[],O.__e(n,e.__v)}}O.__b=function(e){R=null,Yt&&Yt(e)},O.__=function(e,n){e&&n.__k&&n.__k.__m&&(e.__m=n.__k.__m),ti&&ti(e,n)},O.__r=function(e){qt&&qt(e),Fn=0;var n=(R=e.__c).__H;n&&(it===R?(n.__h=[],R.__h=[],n.__.forEach(function(t){t.__N&&(t.__=t.__N),t.u=t.__N=void 0})):(n.__h.forEach(Be),n.__h.forEach(vt),n.__h=[],Fn=0)),it=R},O.diffed=function(e){Xt&&Xt(e);var n=e.__c;n&&n.__H&&(n.__H.__h.length&&(Wi.push(n)!==1&&Qt===O.requestAnimationFrame||((Qt=O.requestAnimationFrame)||qa)(Ya)),n.__H.__.forEach(function(t){t.u&&(t.__H=t.u),t.u=void 0})),it=R=null},O.__c=function(e,n){n.some(function(t){try{t.__h.forEach(Be),t.__h=t.__h.filter(function(i){return!i.__||vt(i)})}catch(i){n.some(function(r){r.__h&&(r.__h=[])}),n=[],O.__e(i,t.__v)}}),ni&&ni(e,n)},O.unmount=function(e){ei&&ei(e);var n,t=e.__c;t&&t.__H&&(t.__H.__.forEach(function(i){try{Be(i)}catch(r){n=r}}),t.__H=void 0,n&&O.__e(n,t.__v))};var ii=typeof requestAnimationFrame=="function";function qa(e){var n,t=function(){clearTimeout(i),ii&&cancelAnimationFrame(n),setTimeout(e)},i=setTimeout(t,35);ii&&(n=requestAnimationFrame(t))}function Be(e){var n=R,t=e.__c;typeof t=="function"&&(e.__c=void 0,t()),R=n}function vt(e){var n=R;e.__c=e.__(),R=n}function Ft(e,n){return!e||e.length!==n.length||n.some(function(t,i){return t!==e[i]})}function Ui(e,n){return typeof n=="function"?n(e):n}var Xa=Symbol.for("preact-signals");function Ye(){if(Cn>1)Cn--;else{var e,n=!1;for((function(){var r=Pe;for(Pe=void 0;r!==void 0;){var o=r.S;if(o.v===r.v)for(var s=o.t;s!==void 0;s=s.x)s.i===r.i&&(s.i=o.i);r=r.o}})();ie!==void 0;){var t=ie;for(ie=void 0,Le++;t!==void 0;){var i=t.u;if(t.u=void 0,t.f&=-3,!(8&t.f)&&Zi(t))try{t.c()}catch(r){n||(e=r,n=!0)}t=i}}if(Le=0,Cn--,n)throw e}}function Nt(e){if(Cn>0)return e();Vt=++nr,Cn++;try{return e()}finally{Ye()}}var te,z=void 0;function pe(e){var n=z,t=te;z=void 0,te=void 0;try{return e()}finally{z=n,te=t}}var ie=void 0,Cn=0,Le=0,nr=0,Vt=0,Pe=void 0,xe=0;function ji(e){if(z!==void 0){var n=e.n;if(n===void 0||n.t!==z)return n={i:0,S:e,p:z.s,n:void 0,t:z,e:void 0,x:void 0,r:n},z.s!==void 0&&(z.s.n=n),z.s=n,e.n=n,32&z.f&&e.S(n),n;if(n.i===-1)return n.i=0,n.n!==void 0&&(n.n.p=n.p,n.p!==void 0&&(n.p.n=n.n),n.p=z.s,n.n=void 0,z.s.n=n,z.s=n),n}}function j(e,n){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=n?.watched,this.Z=n?.unwatched,this.name=n?.name}j.prototype.brand=Xa;j.prototype.h=function(){return!0};j.prototype.S=function(e){var n=this,t=this.t;t!==e&&e.e===void 0&&(e.x=t,this.t=e,t!==void 0?t.e=e:pe(function(){var i;(i=n.W)==null||i.call(n)}))};j.prototype.U=function(e){var n=this;if(this.t!==void 0){var t=e.e,i=e.x;t!==void 0&&(t.x=i,e.e=void 0),i!==void 0&&(i.e=t,e.x=void 0),e===this.t&&(this.t=i,i===void 0&&pe(function(){var r;(r=n.Z)==null||r.call(n)}))}};j.prototype.subscribe=function(e){var n=this;return pn(function(){var t=n.value;pe(function(){return e(t)})},{name:"sub"})};j.prototype.valueOf=function(){return this.value};j.prototype.toString=function(){return this.value+""};j.prototype.toJSON=function(){return this.value};j.prototype.peek=function(){var e=this;return pe(function(){return e.value})};Object.defineProperty(j.prototype,"value",{get:function(){var e=ji(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(Le>100)throw new Error("Cycle detected");(function(t){Cn!==0&&Le===0&&t.l!==Vt&&(t.l=Vt,Pe={S:t,v:t.v,i:t.i,o:Pe})})(this),this.v=e,this.i++,xe++,Cn++;try{for(var n=this.t;n!==void 0;n=n.x)n.t.N()}finally{Ye()}}}});function F(e,n){return new j(e,n)}function Zi(e){for(var n=e.s;n!==void 0;n=n.n)if(n.S.i!==n.i||!n.S.h()||n.S.i!==n.i)return!0;return!1}function Qi(e){for(var n=e.s;n!==void 0;n=n.n){var t=n.S.n;if(t!==void 0&&(n.r=t),n.S.n=n,n.i=-1,n.n===void 0){e.s=n;break}}}function Yi(e){for(var n=e.s,t=void 0;n!==void 0;){var i=n.p;n.i===-1?(n.S.U(n),i!==void 0&&(i.n=n.n),n.n!==void 0&&(n.n.p=i)):t=n,n.S.n=n.r,n.r!==void 0&&(n.r=void 0),n=i}e.s=t}function Nn(e,n){j.call(this,void 0,n),this.x=e,this.s=void 0,this.g=xe-1,this.f=4}Nn.prototype=new j;Nn.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===xe))return!0;if(this.g=xe,this.f|=1,this.i>0&&!Zi(this))return this.f&=-2,!0;var e=z;try{Qi(this),z=this;var n=this.x();(16&this.f||this.v!==n||this.i===0)&&(this.v=n,this.f&=-17,this.i++)}catch(t){this.v=t,this.f|=16,this.i++}return z=e,Yi(this),this.f&=-2,!0};Nn.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var n=this.s;n!==void 0;n=n.n)n.S.S(n)}j.prototype.S.call(this,e)};Nn.prototype.U=function(e){if(this.t!==void 0&&(j.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var n=this.s;n!==void 0;n=n.n)n.S.U(n)}};Nn.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(Nn.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=ji(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function sn(e,n){return new Nn(e,n)}function qi(e){var n=e.j;if(e.j=void 0,typeof n=="function"){Cn++;var t=z;z=void 0;try{n()}catch(i){throw e.f&=-2,e.f|=8,Kt(e),i}finally{z=t,Ye()}}}function Kt(e){for(var n=e.s;n!==void 0;n=n.n)n.S.U(n);e.x=void 0,e.s=void 0,qi(e)}function er(e){if(z!==this)throw new Error("Out-of-order effect");Yi(this),z=e,this.f&=-2;try{8&this.f&&Kt(this)}finally{Ye()}}function Zn(e,n){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=n?.name,te&&te.push(this)}Zn.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var n=this.x();typeof n=="function"&&(this.j=n)}finally{e()}};Zn.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,qi(this),Qi(this),Cn++;var e=z;return z=this,er.bind(this,e)};Zn.prototype.N=function(){2&this.f||(this.f|=2,this.u=ie,ie=this)};Zn.prototype.d=function(){this.f|=8,1&this.f||Kt(this)};Zn.prototype.dispose=function(){this.d()};function pn(e,n){var t=new Zn(e,n);try{t.c()}catch(r){throw t.d(),r}var i=t.d.bind(t);return i[Symbol.dispose]=i,i}var Xi,at,na=[];pn(function(){Xi=this.N})();function Qn(e,n){T[e]=n.bind(null,T[e]||function(){})}function Te(e){at&&at(),at=e&&e.S()}function ea(e){var n=this,t=e.data,i=ir(t);i.value=t;var r=Ji(function(){for(var l=n,d=n.__v;d=d.__;)if(d.__c){d.__c.__$f|=4;break}var u=sn(function(){var m=i.value.value;return m===0?0:m===!0?"":m||""}),h=sn(function(){return!Array.isArray(u.value)&&!Pi(u.value)}),c=pn(function(){if(this.N=ta,h.value){var m=u.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.data=m)}}),p=n.__$u.d;return n.__$u.d=function(){c(),p.call(this)},[h,u]},[]),o=r[0],s=r[1];return o.value?s.peek():s.value}ea.displayName="ReactiveTextNode";Object.defineProperties(j.prototype,{constructor:{configurable:!0,value:void 0},type:{configurable:!0,value:ea},props:{configurable:!0,get:function(){return{data:this}}},__b:{configurable:!0,value:1}});Qn("__b",function(e,n){if(typeof n.type=="function"&&typeof window<"u"&&window.__PREACT_SIGNALS_DEVTOOLS__&&window.__PREACT_SIGNALS_DEVTOOLS__.exitComponent(),typeof n.type=="string"){var t,i=n.props;for(var r in i)if(r!=="children"){var o=i[r];o instanceof j&&(t||(n.__np=t={}),t[r]=o,i[r]=o.peek())}}e(n)});Qn("__r",function(e,n){if(typeof n.type=="function"&&typeof window<"u"&&window.__PREACT_SIGNALS_DEVTOOLS__&&window.__PREACT_SIGNALS_DEVTOOLS__.enterComponent(n.type.displayName||n.type.name||"Unknown"),n.type!==en){Te();var t,i=n.__c;i&&(i.__$f&=-2,(t=i.__$u)===void 0&&(i.__$u=t=(function(r){var o;return pn(function(){o=this}),o.c=function(){i.__$f|=1,i.setState({})},o})())),Te(t)}e(n)});Qn("__e",function(e,n,t,i){typeof window<"u"&&window.__PREACT_SIGNALS_DEVTOOLS__&&window.__PREACT_SIGNALS_DEVTOOLS__.exitComponent(),Te(),e(n,t,i)});Qn("diffed",function(e,n){typeof n.type=="function"&&typeof window<"u"&&window.__PREACT_SIGNALS_DEVTOOLS__&&window.__PREACT_SIGNALS_DEVTOOLS__.exitComponent(),Te();var t;if(typeof n.type=="string"&&(t=n.__e)){var i=n.__np,r=n.props;if(i){var o=t.U;if(o)for(var s in o){var l=o[s];l!==void 0&&!(s in i)&&(l.d(),o[s]=void 0)}else o={},t.U=o;for(var d in i){var u=o[d],h=i[d];u===void 0?(u=tr(t,d,h,r),o[d]=u):u.o(h,r)}}}e(n)});function tr(e,n,t,i){var r=n in e&&e.ownerSVGElement===void 0,o=F(t);return{o:function(s,l){o.value=s,i=l},d:pn(function(){this.N=ta;var s=o.value.value;i[n]!==s&&(i[n]=s,r?e[n]=s:s?e.setAttribute(n,s):e.removeAttribute(n))})}}Qn("unmount",function(e,n){if(typeof n.type=="string"){var t=n.__e;if(t){var i=t.U;if(i){t.U=void 0;for(var r in i){var o=i[r];o&&o.d()}}}}else{var s=n.__c;if(s){var l=s.__$u;l&&(s.__$u=void 0,l.d())}}e(n)});Qn("__h",function(e,n,t,i){(i<3||i===9)&&(n.__$f|=2),e(n,t,i)});Rn.prototype.shouldComponentUpdate=function(e,n){var t=this.__$u,i=t&&t.s!==void 0;for(var r in n)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var o=2&this.__$f;if(!(i||o||4&this.__$f)||1&this.__$f)return!0}else if(!(i||4&this.__$f)||3&this.__$f)return!0;for(var s in e)if(s!=="__source"&&e[s]!==this.props[s])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function ir(e,n){return E(function(){return F(e,n)})[0]}var ar=function(e){queueMicrotask(function(){queueMicrotask(e)})};function rr(){Nt(function(){for(var e;e=na.shift();)Xi.call(e)})}function ta(){na.push(this)===1&&(T.requestAnimationFrame||ar)(rr)}class or extends Error{}const ge=0,ai=8;class zt{constructor(n,t){this.exports=n,this.listener=t}static async create(n){const t={current:void 0},i=new TextDecoder;let r;const o=()=>new DataView(r.memory.buffer),s=(d,u)=>i.decode(new Uint8Array(r.memory.buffer,d,u));return r=(await WebAssembly.instantiate(n,{tabia:{info:(d,u)=>{t.current?.(JSON.parse(s(d,u)))}},wasi_snapshot_preview1:{clock_time_get:(d,u,h)=>{const c=d===0?Date.now():performance.now();return o().setBigUint64(h,BigInt(Math.round(c*1e6)),!0),ge},environ_get:()=>ge,environ_sizes_get:(d,u)=>(o().setUint32(d,0,!0),o().setUint32(u,0,!0),ge),fd_close:()=>ai,fd_seek:()=>ai,fd_write:(d,u,h,c)=>{let p=0,m="";for(let C=0;C<h;C++){const g=o().getUint32(u+8*C+4,!0);m+=s(o().getUint32(u+8*C,!0),g),p+=g}return m.trim()&&console.warn(m.trimEnd()),o().setUint32(c,p,!0),ge},proc_exit:d=>{throw new Error(`the engine ended with ${d}`)}}})).exports,r._initialize(),new zt(r,t)}call(n,t,i){const r=new TextEncoder().encode(JSON.stringify({op:n,...t})),o=this.hold(r);this.listener.current=i;try{return this.answer(this.exports.tabia_call(o,r.length))}finally{this.listener.current=void 0}}addNetwork(n,t){const i=new TextEncoder().encode(n),r=this.exports.tabia_alloc(i.length+t.length),o=new Uint8Array(this.exports.memory.buffer);return o.set(i,r),o.set(t,r+i.length),this.answer(this.exports.tabia_add_network(r,i.length,t.length))}hold(n){const t=this.exports.tabia_alloc(n.length);return new Uint8Array(this.exports.memory.buffer).set(n,t),t}answer(n){const t=new Uint8Array(this.exports.memory.buffer,this.exports.tabia_answer(),n),i=JSON.parse(new TextDecoder().decode(t));if(i.error)throw new or(i.error.detail);return i}}const ri=""+new URL("tabia-DiTpQqGa.wasm",import.meta.url).href;let oi;function ia(){return oi??=(async()=>{const e=await fetch(ri);if(!e.ok)throw new Error(`${ri}: ${e.status}`);return WebAssembly.compile(await e.arrayBuffer())})(),oi}let gt;async function sr(){gt=await zt.create(await ia())}function U(){if(!gt)throw new Error("the rules are not loaded yet");return gt}const aa="tabia.token",vn=F(!1),si=3e3,ra=F(!1);let ue="";try{ue=sessionStorage.getItem(aa)??""}catch{}function lr(e){ue=e.trim();try{sessionStorage.setItem(aa,ue)}catch{}}async function $n(e,n={}){const t={...n.headers};ue&&(t.Authorization=`Bearer ${ue}`);try{const i=await fetch(e,{...n,headers:t});return vn.value=!1,ra.value=i.status===401,i}catch(i){throw n.signal?.aborted?i:(oa(),new Error("the server doesn't answer",{cause:i}))}}function oa(){if(vn.value)return;vn.value=!0;const e=()=>{vn.value&&$n("healthz").catch(()=>setTimeout(e,si))};setTimeout(e,si)}const li=()=>new DOMException("stopped","AbortError"),qe=e=>e instanceof DOMException&&e.name==="AbortError",q=e=>e instanceof Error?e.message:String(e),sa=""+new URL("worker-CvV3w48c.js",import.meta.url).href,Ae="default";let ke;function At(){return ke??=(async()=>{const e="assets/default.net",n=await fetch(e);if(!n.ok)throw new Error(`${e}: ${n.status}`);return new Uint8Array(await n.arrayBuffer())})(),ke.catch(()=>ke=void 0),ke}async function cr(){await Promise.all([At(),fetch(sa).then(e=>e.text())])}class be{constructor(n,t){this.module=n,this.networks=t?[[Ae,t]]:[],t&&U().addNetwork(Ae,t),this.active=this.spawn(),this.standby=this.spawn()}kind="browser";limits={};active;standby;networks;nextId=1;busy=Promise.resolve();static async create(){const n=At().catch(()=>{});return new be(await ia(),await n)}addNetwork(n,t){const i=U().addNetwork(n,t),r=this.networks.findIndex(([o])=>o===n);r>=0&&this.networks.splice(r,1),this.networks.push([n,t]);for(const o of[this.active,this.standby])this.post(o,{kind:"network",name:n,file:t});return i}async ensureNetwork(){if(this.networks.some(([t])=>t===Ae))return;const n=await At().catch(()=>{});n&&this.addNetwork(Ae,n)}models(){return Promise.resolve(U().call("models",{}).models)}analyze(n,t,i){const r=this.busy.catch(()=>{}).then(()=>this.call("analyze",n,t,i));return this.busy=r,r}play(n,t){const i=crypto.getRandomValues(new Uint32Array(1))[0];return this.analyze({seed:i,...n},()=>{},t)}explain(n){return Promise.resolve().then(()=>U().call("explain",n))}post(n,t){n.postMessage(t)}spawn(){const n=new Worker(sa,{type:"module"});return this.post(n,{kind:"start",module:this.module,networks:this.networks}),n}replace(){this.active.terminate(),this.active=this.standby,this.standby=this.spawn()}call(n,t,i,r){if(r.aborted)return Promise.reject(li());const o=this.active,s=this.nextId++;return new Promise((l,d)=>{const u=m=>{o.removeEventListener("message",h),o.removeEventListener("error",p),r.removeEventListener("abort",c),m()},h=m=>{const C=m.data;C.id===s&&(C.kind==="info"?i(C.info):C.kind==="reply"?u(()=>l(C.reply)):u(()=>d(new Error(C.message))))},c=()=>u(()=>{this.replace(),d(li())}),p=m=>u(()=>{this.replace(),d(new Error(m.message||"the engine broke down"))});o.addEventListener("message",h),o.addEventListener("error",p),r.addEventListener("abort",c),this.post(o,{kind:"call",id:s,op:n,request:t})})}}class ur{rest="";event="";data=[];push(n){this.rest+=n;const t=[];for(let i=this.rest.indexOf(`
`);i>=0;i=this.rest.indexOf(`
`)){const r=this.rest.slice(0,i).replace(/\r$/,"");if(this.rest=this.rest.slice(i+1),r==="")this.data.length&&t.push({event:this.event||"message",data:this.data.join(`
`)}),this.event="",this.data=[];else if(!r.startsWith(":")){const o=r.indexOf(":"),s=o<0?r:r.slice(0,o),l=o<0?"":r.slice(o+1).replace(/^ /,"");s==="event"?this.event=l:s==="data"&&this.data.push(l)}}return t}}async function*la(e){const n=e.body.pipeThrough(new TextDecoderStream).getReader(),t=new ur;for(;;){const{value:i,done:r}=await n.read().catch(o=>{if(qe(o))throw o;return{value:void 0,done:!0}});if(r)return;yield*t.push(i)}}const ca=(e,n)=>e.detail??e.title??`error ${n}`;async function rt(e,n,t={}){const i=await $n(e,{method:"POST",headers:{"Content-Type":"application/json",Accept:t.accept??"application/json"},body:JSON.stringify(n),...t.signal?{signal:t.signal}:{}});if(!i.ok){const r=await i.json().catch(()=>({}));throw new Error(ca(r,i.status))}return i}async function ci(){try{const e=await $n("models",{headers:{Accept:"application/json"}});if(!e.ok)return;const n=await e.json();return Array.isArray(n.models)?{...n,models:n.models}:void 0}catch{return}}class Ht{constructor(n){this.known=n}kind="server";get limits(){return this.known.limits??{}}static async detect(){const n=await ci();return n?new Ht(n):void 0}async models(){return this.known=await ci()??this.known,this.known.models}async analyze(n,t,i){const r=await rt("analyze",n,{accept:"text/event-stream",signal:i});for await(const{event:o,data:s}of la(r)){const l=JSON.parse(s);if(o==="info")t(l);else{if(o==="done")return l;if(o==="error")throw new Error(ca(l,500))}}throw oa(),new Error("the server broke off the analysis")}async play(n,t){const r=await(await rt("play",n,{signal:t})).json();return r.san!==void 0&&(r.bestmove_san=r.san),r}async explain(n){return(await rt("explain",n)).json()}}const J=F(void 0),cn=F([]),ua=F(!1),Fe=F("");let In,ui;function dr(){return ui??=be.create(),ui}async function kt(e){try{const n=e==="server"&&In?In:await dr();n instanceof be&&await n.ensureNetwork();const t=await n.models();Nt(()=>{J.value=n,cn.value=t}),Fe.value=cn.value.length>0?"":vn.value?"The server doesn't answer, and its network was not fetched before: the evaluation is classical.":"No network was found: the evaluation is classical.",n===In&&hr()}catch(n){Fe.value=`The engine can't start: ${q(n)}`}}function hr(){const{connection:e}=navigator;e?.saveData||setTimeout(()=>void cr().catch(()=>{}),mr)}const mr=4e3,Rt=e=>cn.value.some(n=>n.name===e)?e:"";async function da(){J.value&&(cn.value=await J.value.models())}async function ha(){In=await Ht.detect(),ua.value=In!==void 0,await kt(In?"server":"browser")}const Ln="classical",Pn=F([]),fr=e=>e===Ln||Pn.value.includes(e);function Xn(e,n){return fr(e)?Promise.resolve().then(()=>U().call("explain",{fen:n,model:e})):J.value.explain({fen:n,model:e})}async function pr(e){const n=new Uint8Array(await e.arrayBuffer()),t=new Set([Ln,...cn.value.map(r=>r.name)]);let i=e.name.replace(/\.(net|nnue|txt)$/,"");return t.has(i)&&!Pn.value.includes(i)&&(i=e.name),J.value instanceof be?J.value.addNetwork(i,n):U().addNetwork(i,n),Pn.value.includes(i)||(Pn.value=[...Pn.value,i]),await da(),i}const Gn="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",dn="abcdefgh",br={p:"pawn",n:"knight",b:"bishop",r:"rook",q:"queen",k:"king"},Jn=e=>e===e.toUpperCase();function Ne(e){return`${Jn(e)?"white":"black"} ${br[e.toLowerCase()]}`}function de(e){const n=new Map;return(e.split(" ")[0]??"").split("/").forEach((i,r)=>{let o=0;for(const s of i)s>="1"&&s<="8"?o+=Number(s):n.set(`${dn[o++]}${8-r}`,s)}),n}function ma(e){const n=[];for(let t=8;t>=1;t--){let i="",r=0;for(const o of dn){const s=e.get(`${o}${t}`);if(!s){r++;continue}i+=(r?String(r):"")+s,r=0}n.push(i+(r?String(r):""))}return n.join("/")}function di(e,n){const t=e.split(" "),i=[...t[2]??"-"].filter(r=>{const o=Jn(r)?1:8,s=d=>Jn(r)?d.toUpperCase():d,l=r.toLowerCase()==="k"?"h":r.toLowerCase()==="q"?"a":r.toLowerCase();return n.get(`e${o}`)===s("k")&&n.get(`${l}${o}`)===s("r")});return[ma(n),t[1]??"w",i.join("")||"-","-",t[4]??"0",t[5]??"1"].join(" ")}const Vn=e=>e.split(" ")[1]==="b"?"b":"w";function fa({fen:e,moves:n}){const t=[...e===Gn?[]:[`fen=${e.replace(/ /g,"_")}`],...n.length?[`moves=${n.join(",")}`]:[]];return t.length?`#/analyse?${t.join("&")}`:"#/analyse"}function Cr(e){const n=new URLSearchParams(e),t=n.get("fen"),i=n.get("moves");if(!(!t&&!i))return{fen:t?t.replace(/_/g," "):Gn,moves:(i??"").split(/[,\s]+/).filter(Boolean)}}const he="kept";let hi;function pa(){return hi??=new Promise((e,n)=>{const t=indexedDB.open("tabia",1);t.onupgradeneeded=()=>t.result.createObjectStore(he),t.onsuccess=()=>e(t.result),t.onerror=()=>n(t.error??new Error("not allowed"))}),hi}async function ba(e){try{const n=(await pa()).transaction(he).objectStore(he).get(e);return await new Promise(t=>{n.onsuccess=()=>t(n.result),n.onerror=()=>t(void 0)})}catch{return}}async function Ca(e,n){try{const t=(await pa()).transaction(he,"readwrite");t.objectStore(he).put(n,e),t.commit()}catch{}}const va="recent",vr=50,yn=F([]);async function Vr(){const e=await ba(va);Array.isArray(e)&&(yn.value=e.filter(n=>n.session?.tree?.nodes?.length>1))}const mi=({nodes:e})=>e.map(({uci:n})=>n).join(" ");function Va(e){const{tree:n}=e,t=n.nodes[0].fen+mi(n),i=yn.value.filter(r=>r.session.tree.nodes[0].fen+mi(r.session.tree)!==t);yn.value=[{name:gr(n),saved:Date.now(),session:e},...i].slice(0,vr),Ca(va,yn.value)}function gr({tags:e,result:n,nodes:t}){if(e.White||e.Black)return`${e.White??"?"} – ${e.Black??"?"} ${n}`;const i=[];for(const r of t.slice(1)){if(r.ply!==i.length+1||i.length===6)break;i.push(r.san)}return`${i.join(" ")}${t.length>7?" …":""}`}const zn="M27 87a3 3 0 0 1-3-3v-3a6 6 0 0 1 6-6h40a6 6 0 0 1 6 6v3a3 3 0 0 1-3 3z",Ar={p:{body:["M41 47c1 12-3 19-11 28h40c-8-9-12-16-11-28z","M37 48a3.5 3.5 0 0 1 0-7h26a3.5 3.5 0 0 1 0 7z","M50 15a14 14 0 0 1 0 28a14 14 0 0 1 0-28z",zn]},r:{body:["M35 41l-3 34h36l-3-34z","M26 18a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v5h7v-5a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v5h7v-5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v15l-9 9h-30l-9-9z",zn],lines:["M34 42h32"]},b:{body:["M42 62c0 6-4 9-10 13h36c-6-4-10-7-10-13z","M50 20c-13 9-21 19-21 29c0 6 3 10 8 13h26c5-3 8-7 8-13c0-10-8-20-21-29z","M50 9.500a5.800 5.800 0 0 1 0 11.600a5.800 5.800 0 0 1 0-11.600z","M36 66a3.5 3.5 0 0 1 0-7h28a3.5 3.5 0 0 1 0 7z",zn],lines:["M50 34v16","M43 41h14"]},n:{body:["M33 75c-1-12 12-17 15-29c-5 5-11 5-15 9c-3 3-4 7-8 7c-5 0-9-4-9-9c0-5 5-8 7-13c2-6 4-10 9-14l0-12c0-1.500 1.500-2 2.500-1l8.500 7c20-3 35 14 34 39c0 6-1 11-2 16z",zn],lines:["M53 29c9 6 14 16 14 32"],dots:[[37.5,37,2.8],[22.5,53.5,1.7]]},q:{body:["M18 33l13 31h38l13-31l-15 14l-4-24l-13 22l-13-22l-4 24z","M17 24.500a5 5 0 0 1 0 10a5 5 0 0 1 0-10z","M36 14a5 5 0 0 1 0 10a5 5 0 0 1 0-10z","M64 14a5 5 0 0 1 0 10a5 5 0 0 1 0-10z","M83 24.500a5 5 0 0 1 0 10a5 5 0 0 1 0-10z","M31 64c3 4 2 8-1 11h40c-3-3-4-7-1-11z",zn],lines:["M31 64h38"]},k:{body:["M47 9a1.500 1.500 0 0 1 1.500-1.500h3a1.500 1.500 0 0 1 1.500 1.500v4.500h4.500a1.500 1.500 0 0 1 1.500 1.500v3a1.500 1.500 0 0 1-1.500 1.500h-4.500v8h-6v-8h-4.500a1.500 1.500 0 0 1-1.500-1.500v-3a1.500 1.500 0 0 1 1.500-1.500h4.500z","M50 26c-6 0-9 5-9 10c-4-5-11-6-16-2c-7 5-7 15 0 22c3 3 5 5 6 8h38c1-3 3-5 6-8c7-7 7-17 0-22c-5-4-12-3-16 2c0-5-3-10-9-10z","M31 64c3 4 2 8-1 11h40c-3-3-4-7-1-11z",zn],lines:["M31 64h38","M50 38v15"]}};function ye({piece:e}){const n=Ar[e.toLowerCase()];return a("svg",{class:`piece ${Jn(e)?"white":"black"}`,viewBox:"0 0 100 100","aria-hidden":"true",children:[n.body.map(t=>a("path",{class:"body",d:t})),n.lines?.map(t=>a("path",{class:"detail",d:t})),n.dots?.map(([t,i,r])=>a("circle",{class:"dot",cx:t,cy:i,r}))]})}const kr=["q","r","b","n"];function Ce(e){const{fen:n,flipped:t=!1,legal:i=[],free:r=!1,lastMove:o,heat:s,notes:l}=e,d=de(n),u=ln(null),[h,c]=E(),[p,m]=E(t?"e7":"e2"),[C,g]=E(),[V,b]=E(),[k,w]=E([]),f=ln(),v=ln(!1);nn(()=>{c(void 0),b(void 0),w([])},[n]),Br(u,n,o,v);const y=A=>{const M=dn.indexOf(A[0]);return t?7-M:M},_=A=>{const M=Number(A[1])-1;return t?M:7-M},K=(A,M)=>{const I=u.current.getBoundingClientRect(),N=Math.floor((A-I.left)/I.width*8),$=Math.floor((M-I.top)/I.height*8);if(!(N<0||N>7||$<0||$>7))return t?`${dn[7-N]}${$+1}`:`${dn[N]}${8-$}`},W=A=>r?d.has(A):i.some(M=>M.startsWith(A)),G=new Set(h&&!r?i.filter(A=>A.startsWith(h)).map(A=>A.slice(2,4)):[]),L=(A,M)=>{if(A===M)return!1;if(r)return e.onMove?.(A+M),!0;const I=i.filter(N=>N.startsWith(A+M));return I.length===0?!1:(I.length>1?b({from:A,to:M}):e.onMove?.(I[0]),!0)},D=A=>{if(r&&e.brush!==void 0){e.onSquare?.(A);return}h&&L(h,A)?c(void 0):c(A!==h&&W(A)?A:void 0)},P=A=>{const M=K(A.clientX,A.clientY);if(!(!M||V)){if(A.button===2){f.current=M;return}A.button===0&&(w([]),!(r&&e.brush!==void 0||!W(M))&&(u.current.setPointerCapture(A.pointerId),g({from:M,piece:d.get(M),x:A.clientX,y:A.clientY,moved:!1})))}},H=A=>{if(!C)return;const M=C.moved||Math.hypot(A.clientX-C.x,A.clientY-C.y)>5;M&&(C.moved||c(C.from),g({...C,x:A.clientX,y:A.clientY,moved:M}))},un=A=>{const M=K(A.clientX,A.clientY);if(A.button===2&&f.current){if(M&&M!==f.current){const I=f.current,N=$=>$.from===I&&$.to===M;w(k.some(N)?k.filter($=>!N($)):[...k,{from:I,to:M,kind:"drawn"}])}f.current=void 0;return}if(!(A.button!==0||V)){if(C?.moved){g(void 0),c(void 0),v.current=!0,M?L(C.from,M):e.onDropOff?.(C.from);return}g(void 0),M&&(m(M),D(M))}},Ra=A=>{if(A.shiftKey||A.ctrlKey||A.metaKey||A.altKey)return;const I={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]}[A.key];if(I){const N=t?-1:1,$=Math.min(7,Math.max(0,dn.indexOf(p[0])+N*I[0])),et=Math.min(8,Math.max(1,Number(p[1])+N*I[1])),gn=`${dn[$]}${et}`;m(gn),u.current.querySelector(`[data-square=${gn}]`)?.focus()}else if(A.key==="Enter"||A.key===" ")D(p);else if(A.key==="Escape")c(void 0),b(void 0);else if((A.key==="Delete"||A.key==="Backspace")&&r)e.onDropOff?.(p);else return;A.preventDefault(),A.stopPropagation()},Wt=[];for(let A=0;A<8;A++){const M=[];for(let I=0;I<8;I++){const N=t?`${dn[7-I]}${A+1}`:`${dn[I]}${8-A}`,$=d.get(N),et=o&&(o.startsWith(N)||o.slice(2,4)===N),gn=["square",(A+I)%2?"dark":"light"];et&&gn.push("last"),N===h&&gn.push("selected"),G.has(N)&&gn.push($?"take":"target"),e.check&&$&&$.toLowerCase()==="k"&&n.split(" ")[1]==="w"==($==="K")&&gn.push("check");const tt=s?.get(N),ve=l?.get(N);M.push(a("div",{role:"gridcell",class:gn.join(" "),"data-square":N,tabIndex:e.still?void 0:N===p?0:-1,"aria-label":`${N}${$?`, ${Ne($)}`:""}${ve?`, ${ve}`:""}`,"aria-selected":N===h,onFocus:()=>m(N),children:[tt!==void 0&&a("span",{class:`heat ${tt>=0?"good":"bad"}`,style:{opacity:Math.min(1,Math.abs(tt))}}),I===0&&!e.still&&a("span",{class:"rank-name",children:N[1]}),A===7&&!e.still&&a("span",{class:"file-name",children:N[0]}),$&&a("span",{class:C?.moved&&C.from===N?"lifted":"stands",children:a(ye,{piece:$})}),ve&&a("span",{class:"note",children:ve})]},N))}Wt.push(a("div",{role:"row",class:"row",children:M},A))}const $t=()=>{const A=V?.from;b(void 0),c(void 0),A&&u.current.querySelector(`[data-square=${A}]`)?.focus()},_n=C?.moved?u.current.getBoundingClientRect():void 0;return a("div",{class:"board-frame",children:[a("div",{ref:u,class:`board${e.still?" still":""}${C?.moved?" dragging":""}${e.brush!==void 0&&r?" painting":""}`,role:"grid","aria-label":e.label??"Chess board",onPointerDown:P,onMouseDown:A=>{A.preventDefault(),document.activeElement?.blur()},onPointerMove:H,onPointerUp:un,onPointerCancel:()=>g(void 0),onKeyDown:Ra,onContextMenu:A=>A.preventDefault(),children:Wt}),a(Dr,{arrows:[...e.arrows??[],...k],column:y,row:_}),C?.moved&&_n&&a("span",{class:"carried",style:{width:`${_n.width/8}px`,height:`${_n.width/8}px`,transform:`translate(${C.x-_n.left-_n.width/16}px, ${C.y-_n.top-_n.width/16}px)`},children:a(ye,{piece:C.piece})}),V&&a("div",{class:"promotion",role:"dialog","aria-label":"Promote to",onClick:A=>{A.target===A.currentTarget&&$t()},onKeyDown:A=>{A.key==="Escape"&&(A.stopPropagation(),$t())},children:kr.map(A=>a("button",{type:"button","aria-label":Ne(A).replace(/^\w+ /,""),ref:M=>{A==="q"&&M?.focus()},onClick:()=>{b(void 0),c(void 0),e.onMove?.(V.from+V.to+A)},children:a(ye,{piece:V.to[1]==="8"?A.toUpperCase():A})},A))})]})}function Dr({arrows:e,column:n,row:t}){return a("svg",{class:"arrows",viewBox:"0 0 800 800","aria-hidden":"true",children:e.map(({from:i,to:r,kind:o})=>{const s=n(i)*100+50,l=t(i)*100+50,d=n(r)*100+50,u=t(r)*100+50,h=Math.hypot(d-s,u-l);if(h===0)return null;const c=(d-s)/h,p=(u-l)/h,m=(V,b)=>`${(s+c*V-p*b).toFixed(1)} ${(l+p*V+c*b).toFixed(1)}`,C=h-8,g=C-38;return a("path",{class:`arrow ${o}`,d:`M${m(26,9)}L${m(g,9)}L${m(g,26)}L${m(C,0)}L${m(g,-26)}L${m(g,-9)}L${m(26,-9)}Z`},`${i}${r}${o}`)})})}function Br(e,n,t,i){const r=ln();$i(()=>{const o=r.current;r.current=n;const s=i.current;if(i.current=!1,!t||!o||o===n||s||!e.current||matchMedia("(prefers-reduced-motion: reduce)").matches)return;const l=e.current.querySelector(`[data-square=${t.slice(0,2)}]`),d=e.current.querySelector(`[data-square=${t.slice(2,4)}]`),u=d?.querySelector(".stands");if(!l||!d||!u)return;const h=l.offsetLeft-d.offsetLeft,c=l.offsetTop-d.offsetTop;u.animate([{transform:`translate(${h}px, ${c}px)`,zIndex:3},{transform:"none",zIndex:3}],{duration:140,easing:"ease-out"})},[n,t])}function It(e,n){const t=Vn(n)==="w",[i,r,o]=e.wdl,s=t?[i,r,o]:[o,r,i];return e.mate!==void 0?{mate:t?e.mate:-e.mate,wdl:s}:{cp:e.cp_white??(t?e.cp??0:-(e.cp??0)),wdl:s}}function Kn(e){const n=i=>i>0?"+":i<0?"−":"";if(e.mate!==void 0)return`#${e.mate<0?"−":""}${Math.abs(e.mate)}`;const t=e.cp??0;return n(t)+(Math.abs(t)/100).toFixed(2)}function Ke(e){return e.wdl?(e.wdl[0]+e.wdl[1]/2)/1e3:e.mate!==void 0?e.mate>0?1:0:1/(1+Math.exp(-(e.cp??0)/140))}function fi(e){return e>=1e9?`${(e/1e9).toFixed(2)} G`:e>=1e6?`${(e/1e6).toFixed(e>=1e7?1:2)} M`:e>=1e4?`${Math.round(e/1e3)} k`:String(Math.round(e))}function yr({score:e,flipped:n}){const[t,i,r]=e?.wdl??[0,1e3,0],o=e?Kn(e):"…",s=e?`White wins ${(t/10).toFixed(0)} %, draw ${(i/10).toFixed(0)} %, Black wins ${(r/10).toFixed(0)} %`:"not evaluated yet",l=e?Ke(e):.5;return a("div",{class:`evalbar${n?" flipped":""}`,role:"img","aria-label":`Evaluation ${o} for White: ${s}`,title:s,children:[a("span",{class:"black-part",style:{flexGrow:r}}),a("span",{class:"draw-part",style:{flexGrow:i}}),a("span",{class:"white-part",style:{flexGrow:t}}),a("span",{class:"mark",style:{bottom:`${(n?1-l:l)*100}%`}}),a("span",{class:`value ${l>=.5?"at-white":"at-black"}`,children:o.replace(/^[+−]/,"")})]})}class Bn{root;nextId=1;byId=new Map;tags={};result="*";constructor(n){this.root={id:0,parent:void 0,ply:0,uci:"",san:"",fen:n,children:[]},this.byId.set(0,this.root)}static fromPgn(n){const t=new Bn(n.start);return t.tags={...n.tags},t.result=n.result,n.line.comment&&(t.root.comment=n.line.comment),t.graft(t.root,n.line),t}static fromKept(n){const[t,...i]=n.nodes;if(t?.id!==0||!t.fen)throw new Error("found no starting position");const r=new Bn(t.fen);r.tags={...n.tags},r.result=n.result,Object.assign(r.root,{...t,parent:void 0});for(const{parent:o,...s}of i){const l=r.byId.get(o??0);if(!l||!s.uci||!s.fen)throw new Error("found a move without its place");const d={...s,parent:l,children:[]};l.children.push(d),r.byId.set(d.id,d),r.nextId=Math.max(r.nextId,d.id+1)}return r}kept(){const n=[],t=[this.root];for(let i=t.pop();i;i=t.pop()){const{parent:r,children:o,...s}=i;n.push({...s,...r?{parent:r.id}:{}}),t.push(...[...o].reverse())}return{tags:{...this.tags},result:this.result,nodes:n}}get size(){return this.byId.size}node(n){return this.byId.get(n)}add(n,t){const i=n.children.find(o=>o.uci===t.uci);if(i)return i;const r={id:this.nextId++,parent:n,ply:n.ply+1,uci:t.uci,san:t.san,fen:t.fen,children:[]};return n.children.push(r),this.byId.set(r.id,r),r}countFrom(n){let t=0;const i=[n];for(let r=i.pop();r;r=i.pop())t++,i.push(...r.children);return t}remove(n){const t=n.parent;if(!t)return n;t.children.splice(t.children.indexOf(n),1);const i=r=>{this.byId.delete(r.id),r.children.forEach(i)};return i(n),t}promote(n){for(let t=n;t.parent;t=t.parent){const i=t.parent.children;i.splice(i.indexOf(t),1),i.unshift(t)}}path(n){const t=[];for(let i=n;i.parent;i=i.parent)t.unshift(i);return t}mainLine(){const n=[];for(let t=this.root.children[0];t;t=t.children[0])n.push(t);return n}moves(n){return this.path(n).map(t=>t.uci)}toPgnLine(){const n=this.lineFrom(this.root.children[0]);return this.root.comment&&(n.comment=this.root.comment),n}lineFrom(n){const t={moves:[]};for(let i=n;i;i=i.children[0]){const r=i.parent.children;t.moves.push({uci:i.uci,...i.comment?{comment:i.comment}:{},...ze(i).length?{nags:ze(i)}:{},...i===r[0]&&r.length>1?{variations:r.slice(1).map(o=>this.lineFrom(o))}:{}})}return t}graft(n,t){let i=n;for(const r of t.moves){const o=this.add(i,r);r.comment&&(o.comment=r.comment),r.nags&&(o.nags=r.nags),r.cp_white!==void 0&&(o.cpWhite=r.cp_white),r.mate_white!==void 0&&(o.mateWhite=r.mate_white);for(const s of r.variations??[])this.graft(i,s);i=o}}}const wr={blunder:4,mistake:2,inaccuracy:6};function ze(e){const n=e.nags??[];return!e.judgement||n.some(t=>t>=1&&t<=6)?n:[wr[e.judgement],...n]}const we={1:"!",2:"?",3:"!!",4:"??",5:"!?",6:"?!"};function ga(e){const n=e.fen.split(" "),t=Number(n[5]??1);return n[1]==="b"?`${t}.`:`${t-1}…`}const ot=600,An=110;function Gr(e){const n=ze(e);return n.includes(4)?"blunder":n.includes(2)?"mistake":n.includes(6)?"inaccuracy":void 0}function _r(e){return e.flatMap(n=>n.winWhite===void 0?[]:[{node:n,win:n.winWhite,kind:Gr(n)}])}function Sr({session:e}){e.version;const n=e.tree.value,t=n.mainLine(),i=_r(t);if(i.length<2)return null;const r=m=>m/t.length*ot,o=m=>(1-m)*(An-8)+4,s=i.map(({node:m,win:C})=>[m.ply,C]);n.root.winWhite!==void 0&&s.unshift([0,n.root.winWhite]);const l=s.map(([m,C])=>`${r(m).toFixed(1)} ${o(C).toFixed(1)}`).join("L"),d=e.node.value,u=(m,C,g)=>`${m} ${m===1?C:g}`,h=m=>{const C=i.filter(({node:b})=>b.fen.split(" ")[1]==="b"==(m==="w")),g=b=>C.filter(({kind:k})=>k===b).length,V=n.tags[m==="w"?"WhiteAccuracy":"BlackAccuracy"];return[...V?[`accuracy ${V} %`]:[],u(g("blunder"),"blunder","blunders"),u(g("mistake"),"mistake","mistakes"),u(g("inaccuracy"),"inaccuracy","inaccuracies")].join(", ")},c=`White: ${h("w")}. Black: ${h("b")}`,p=({node:m,kind:C})=>{const g=Kn({...m.cpWhite!==void 0?{cp:m.cpWhite}:{},...m.mateWhite!==void 0?{mate:m.mateWhite}:{}});return`${ga(m)} ${m.san} ${g}${C?`, ${C}`:""}`};return a("figure",{class:"graph",children:[a("svg",{viewBox:`0 0 ${ot} ${An}`,preserveAspectRatio:"none",role:"img","aria-label":`Course of the game: ${c}`,children:[a("path",{class:"area",d:`M${r(s[0][0])} ${An}L${l}L${r(s.at(-1)[0])} ${An}Z`}),a("line",{class:"even",x1:"0",x2:ot,y1:An/2,y2:An/2}),a("path",{class:"course",d:`M${l}`}),d.parent&&a("line",{class:"here",x1:r(d.ply),x2:r(d.ply),y1:"0",y2:An})]}),a("div",{class:"graph-marks",children:i.map(m=>a("button",{type:"button",class:m.kind??"plain",tabIndex:m.kind?0:-1,title:p(m),"aria-label":p(m),style:{left:`${m.node.ply/t.length*100}%`,top:`${o(m.win)/An*100}%`},onClick:()=>e.go(m.node)},m.node.id))}),a("figcaption",{children:[a("span",{children:[a("b",{children:"White"})," ",h("w")]}),a("span",{children:[a("b",{children:"Black"})," ",h("b")]})]})]})}function Aa(e,n={}){nn(()=>{const t=i=>{const r=i.target;if(i.defaultPrevented||i.altKey||/^(INPUT|TEXTAREA|SELECT)$/.test(r.tagName)||r.closest("dialog"))return;const o={ArrowLeft:()=>e.back(),ArrowRight:()=>e.forward(),Home:()=>e.first(),End:()=>e.last(),...n},s=i.ctrlKey||i.metaKey?`Ctrl+${i.shiftKey?"Shift+":""}`:"",l=o[s+(s?i.key.toLowerCase():i.key)];l&&(i.preventDefault(),l())};return addEventListener("keydown",t),()=>removeEventListener("keydown",t)})}const Dt=/\[%[^\]]*\]\s*/g;function ka({session:e}){const n=e.tree.value,t=e.node.value,i=ln(null);e.version,nn(()=>{const s=i.current,l=s?.querySelector("[aria-current]");if(!s||!l)return;const d=l.offsetTop-s.offsetTop;(d<s.scrollTop||d+l.offsetHeight>s.scrollTop+s.clientHeight)&&(s.scrollTop=d-s.clientHeight/2)},[t.id]);const r=(s,l)=>{const d=ga(s),u=ze(s),h=u.map(p=>we[p]??"").join(""),c=u.includes(4)?" blunder":u.includes(2)?" mistake":"";return a("span",{class:"move-with-number",children:[(l||d.endsWith("."))&&a("span",{class:"number",children:d}),a("button",{type:"button",class:`move${c}`,"aria-current":s===t?"true":void 0,onClick:()=>e.go(s),children:[s.san,h]})]},s.id)},o=s=>{const l=[];let d=!0;for(let u=s;u;u=u.children[0]){l.push(r(u,d)),d=!1;const h=u.comment?.replace(Dt,"").trim();h&&(l.push(a("span",{class:"comment",children:h},`c${u.id}`)),d=!0),u.better&&(l.push(a("span",{class:"comment better",children:["better ",u.better.join(" ")]},`b${u.id}`)),d=!0);const c=u.parent.children;if(u===c[0])for(const p of c.slice(1))l.push(a("div",{class:"variation",children:o(p)},`v${p.id}`)),d=!0}return l};return a("div",{class:"movelist",ref:i,role:"group","aria-label":"Moves",children:[n.root.comment&&a("span",{class:"comment",children:n.root.comment}),n.root.children[0]?o(n.root.children[0]):a("p",{class:"empty",children:"Make a move, or load a game."})]})}const Er=/^\[([A-Za-z]\w*)\s+"((?:[^"\\]|\\.)*)"\]/;function Mr(e){const n=[];let t={},i=0,r=!1,o=!1;const s=l=>{const d=e.slice(i,l);d.trim()&&n.push({name:Lr(t),text:d}),t={},i=l,r=!1};for(let l=0;l<e.length;){const d=e.indexOf(`
`,l),u=d<0?e.length:d+1,h=e.slice(l,u),c=o?null:Er.exec(h);if(c)r&&s(l),t[c[1]]=c[2].replace(/\\(.)/g,"$1");else if(h.trim()){r=!0;const[p,m]=[h.lastIndexOf("{"),h.lastIndexOf("}")];p!==m&&(o=p>m)}l=u}return s(e.length),n}function Lr({White:e,Black:n,Result:t}){return`${e??"?"} – ${n??"?"} ${t??"*"}`}const Pr=4e4,xr=5;function st({white:e,turn:n},t){const i=n==="w"===t,r=100*Ke(e),o=i?r:100-r;if(e.mate===void 0)return{win_percent:o};const s=e.mate===0?t?-1:1:i?e.mate:-e.mate;return{win_percent:o,mate:s}}async function Tr(e,n){const{engine:t,model:i,signal:r,onProgress:o}=n,s=[e.root,...e.mainLine()],l=async c=>{const{end:p,turn:m,fen:C}=U().call("position",{fen:e.root.fen,moves:c});if(p==="checkmate")return{white:{mate:0,wdl:m==="w"?[0,0,1e3]:[1e3,0,0]},turn:m,line:[]};if(p)return{white:{cp:0,wdl:[0,1e3,0]},turn:m,line:[]};const g={fen:e.root.fen,moves:c,nodes:Pr,...i?{model:i}:{}},b=(await t.analyze(g,()=>{},r)).lines[0];return{white:It(b,C),turn:m,best:b.pv[0],line:b.san}},d=[];for(let c=s.length-1;c>=0;c--)o(s.length-1-c,s.length),d.unshift(await l(e.moves(s[c])));const u=[];for(let c=0;c+1<s.length;c++){o(s.length,s.length);const[p,m]=[d[c],d[c+1]],C=st(m,!1);let g=st(p,!0);const V=p.best===s[c+1].uci||m.white.mate===0,b=g.win_percent-C.win_percent>xr||g.mate!==void 0;!V&&p.best&&b&&g.win_percent>C.win_percent&&(g=st(await l([...e.moves(s[c]),p.best]),!1)),u.push({before:g,after:C,best:V})}const h=U().call("review",{turn:d[0].turn,moves:u,white_percent:d.map(({white:c})=>100*Ke(c))});return{white:d.map(({white:c})=>({...c,win:Ke(c)})),moves:h.moves.map(({judgement:c},p)=>c==="good"?{}:{judgement:c,better:d[p].line.slice(0,10)}),accuracy:h.accuracy}}function Fr(e,n){[e.root,...e.mainLine()].forEach((r,o)=>{const s=n.white[o];s&&(delete r.cpWhite,delete r.mateWhite,delete r.judgement,delete r.better,s.mate!==void 0?r.mateWhite=s.mate:r.cpWhite=s.cp??0,r.winWhite=s.win,o>0&&Object.assign(r,n.moves[o-1]))});const{white:t,black:i}=n.accuracy;t!==void 0&&(e.tags.WhiteAccuracy=t.toFixed(1)),i!==void 0&&(e.tags.BlackAccuracy=i.toFixed(1))}const Nr="00NkXDXV3+pVhFb5uL7cqZ4rCRzPcvbh1GA7wO7c7Rq2PTTV5L8816vBmFm3/ptbj95aGsKz9tXSgCsQJkErDNlkowe4A/g/HeM/kD8QYLGuE8ZjJs6F466WWGHxKhNuRPU8+8zOVc0I93hk5Bc1W5mLVhyUr0egoQwgIiegMlQHRMH6d64uA0F/AOeVhNLoe4FdoXFn1Xzm4LGV9vdzjTx+n7rftUTV7ohfgksnvaA7ycxtAI3kxyAy6hrKIeN0KlN2r2MmZOO2DNgcexuNieboMPJ9wTX/wNXKWQX/0MUbZcMgypvQPMzlvhECIiYWQXh+0MVZg/zpLr+j1jfWktN2VPPnkCkVMfMIg2+F2c/NCOcEUAVLf8GNBUsVkPYwP3yskHtvcTXnR/2AmrETLZwZG9LDySqj7sW6dc+OwA37hXr+bqwD4uAaWzyK28g2BbZCQTPAf7pgtOLkuM+bRUs5llOGb7bZEFhNTU4gSvcHAlDjuHJXrMxiGGChrWu5KSmd1nSl5InoFwBdisObH8448aMF+6oGJs1iS82mW4IgDIiEThSrkpZvEwW3lUjg3RRDVfG8t5WonzSssy0VH/GG47gSvoPRv9iQqtwncKR3d41hDd+YTXF+HXa33UUN9TbyS1e+3UEKCD4tXfzS/oNr91PJWOZhCkoMSv/kvoA/+aE/nAp65aKuhyq7TZ52ZJ+FIk4IrxllMNwqQ1CZ/GFUNlASWovSoHtmcXOYwjXll4tO234MKwQP0Ar/B8AmjRO/if3dSkYjVrsbQKzeAsouAXPimmi3anPB/+n4AcepioxV6ln8fNeByHXvqiV3GpXjVAT9t+Kab3Kr/oaqI2aR5m6sjgpw4TXT4PTmvD7eH6ltMxbdj2/ILexSjdPcVh952VTSgW3GKxtRDun0KHegPYfC6pqb+J2SidLeC8JhxqNUFciQYg6kBWd5sJYDJAuymOyHXFw98byRAcNIeBnK4xg9aLMdfjqMU5IAxB+JfMyKC2ZSEc0eGVU5WeX5bYru+KKSl1OTiumZouTj1j7R5smZ80QJr9r1XNd3+ey7ewbW3jvrs4w5wZldqjvPQMo8A/kmL24UhSbViRFhZOl4cv4M02xbMjwdq9Y4gyMkZfhQSrPUOadME0YRZktbk4G8llGZn34gp4Sdsx8Lv1o8xzCWyW35zsNA2bcekgIRppRQ0Om8jhCiRak1tJAElUAqSQ9BnAkGRYM3vbXXY+FW8K6HDhVuXPfRY+9b9X/LasR4r7ZqFawNMSBEk5Lh1KLJHJkhjK7rzwnKbV0R/cfnTzHm/SXf+EJpEsjqfs2Pk9fnUk0Ajopwvwz/hBP+Llvev8UcjjME2LXCIACr2eXShvwYtWthIdyLKGrdudRCYWlpV+R/CMjTGvs8jSM491GDZTfchnfxyCrzRIyTJeaqte09ZS9SMZPshATfRURYwo2BmT6nQX3kxbw5M16fumboaMbOzw1E799vVBOMBFG9az6dO8zkbGijeFvgzpeDDINfJhAjySU9wy4aljrrC7KMu7OeiT6ARgB3MHjRdQtPtY0s7/dBehmRfK/zgufSq//8/pqW0Nh5EE0MOAPqW9rXBBbtj/qQ/9X51NZnHJBJDMjqiuf2jF+4tWjQKhIgZEFCuCY9xYcM3K+853Vzhlmb2N9bGV54c1EFr7Y3z/LZpa7tF9IKHVtzgg3m5CEXMxtixEZzBLKbB7kjPXatsqlnkt3fWca2i6hYksCX38r2/WINEwwBLD14pE+nxcWmx8b8yyJ9TPS7iPT8O3dKx3aNXZO7eWpCsBe/a5hR6CTzxBKkvLIflHlmgEUfSB2yX4lh6pNt9TZe96+5v2ufCjw3ofU2LeT6KCzmWJq6f1ib8dQzttgrxZoHPJMubHbpmiTdxE+UA1YOq09BdsQOnyZGdTIC2vFDDUpsndODuq2kFAtikAaKwDKSzxABCPeSq31M2i3lcdA5vEFDPJZ8i4bWUTKG3rjPTbxao39aEdeNOIoMYwOr2+isl6rZJ3K/uUCj6XLcz730SYyps7PQvX0E+0Q9RMqobiifv/OU1+/u17irz8SXyEA2uc3i+9I6VqmzHv+tzw99KQD/Lqq7R0mFeQDAcmGHg5AvEvhkG/n6Uzfpl/XthTfS7+61z3OjtuImoF/R4PCAQWFuaG69ESzbo/fKEQHGqZQ+prNumn8IC9dVIDQUbbB424U7yRUu3ToCQhP2x+ycjygEJuiGcTyj1FLDA9g0ZQyqkq5kNPlZ8fU53JhBUhtqW09PVOGVDbtQO3FbEuDA/pjZXaPjglOUqQ99bqAhEh63rUe12uRUBwyaB+llFkC02++o3vOL4WqcSojuLcTSUmlGfcfOkPkYl0CWysh9RbaLxGQD533K0CN6VgmVK0XUHxR1PJEEkYiysML8/jaNxwHNO0cli08jU5oTrUF/ZKvgwJAJYoQDM0js0npeswhQm+pn4bx0p2Xz9k7ODost3kX38vUxAkTXg3nTmoRmFDu8psk6d7HC9aiXQu5hjdxZA0NUgG76MXoPClWJLJzUZxHenxXMJ/5gv+EG79pX5dDMjigPaCohXsjCmbq8LJmmJubMVnFBAVc/ODS9bfdtICF/TV+jaOJ0g2n3iC3+lUnwuymHl/LyJ4qwIqUrSX1/3eJT732/8lf18qIjqpb38uNXNBDg872IK73hABqcBK/TkYmawhxu6ZM32hBgWG7tX3o3ewLCUEBZMOXoBjt3H1c6SkkAgSuuEVbwsFFQ1BDtTjbpxse1f4nysDfTtD1NOBRZZ/YSYnIfi41TJc6cyEDoC2/kmW3+vltRs4DJQ6zVFF+DKnmkf1qFigduoIib28BvjIrldKfDMYkaVSOHh4l1ftYZ0VGRQrjjICGfAtwx/zodwjSZBGUQcp/dEONVIOvSIPml2BVFaF+4AKs/GAvONfZMTsx10cjthXUcm3W4YttOs3lg9HzdpkbmtDbvcjh6iia7ktM1c76WZsXrSsiEuBw3MejRMT2ntsrQKddYQImSlEeH0ITONxp15D4nX2Q80/roRs1JQQqyPMoUbsSdXjDIyfG7s+t2umbNQJJChDHncXDPLXGTnFVNzzr7kM3NZUj48+mApUE9hVamYEryDlKe/XXMp7x1eFSGd5cEvVfO5UcTUvo3tK6llhmH7qO8ChXXMJJQN2lhaiHoetIHJ1wggN824/5zhnRA8thVGHKwzTMeuxMTSdjUkmNR3Ezl8d3ljU+43XlwhR+ooe0ll0d3Fsv7lDt0FXAbkwTVKGCG7H6FlYTbSfD/8FGXklXY9xk6GsDzlc/Xo/xYHCWnjzLfFwlqMSMKh8DuwW+FllNTiSmCWc4qWIqz/FlIqPsqakvjFMrGiTW33zIG2wql6+nYQvF6JQThW4NQXrnG1Tp0o8073Za1wKaFyuiqviSevoUdOQ9lh+gIVYju/i7uXA5Trvec6Iyz5xgJBlUzOCzPZsAZ5Y4hpJU38scPc9oVAMfkLyO+ilKpnytQQcNWfQBqpRUsn76vjLoMefFmHTJiUeeX4TyC0a5RJFU3p7G6KBMcmroUYSjquVawJzNurpWzbMenyPPfOfbtxwyUgYGATufYjkZgyakMMBkT7Ur8+uJurwEvBtj/29KURzFgtdJsLF0fN3sSDBwJyhiAg+WQY1SlMh4HktvyAiYYapWfHsnRXxDga/zvZSKpOfmqM+sI0JSVJR6kKJuGT7U8rIgOTm/lSL0n6JtSp9HVrTy8i1PPWrF1jEzb3+gF4owN6OoS4CdIA/JaSXNIjb5BHU7NXw81y0WgIAd1vCpsNoNL2aIW/kB++/efjBO3S5LPvZj1CHd+ywUvNOtSDU6YWgs6oM3RQC0R5lvdU+AVrhEED0fMmaQYPobZom6kfzjzhPLFflbPIiDyg4QPz1QWArj34rk1XwdJwQQJGADn6UgV/th381/PH9Syp19pG8psICTVgnk8tvPNJLNQP/w+GjsmiOIdZeHs/mL23jAFWs/EcRK6gdvukz+6lSRFCdKdFtFrZqG6jvWItk0dvpwVxQC3zjAu4Xv36fV/62Zy9OFG0mYuukokZNzj4DisPGm6aZKTJdL5hLRoCfGHaa0w1bPHpnXrsBBYAZEb+8mXgvPraWN5i6qek7nBmYmT0PLsM30z6XiLEevggwTR+V1oTbzK3OIoMg1YjvcckljGCEt/IkTzt6vnSTxVIeuTT+lvgp3ec65pL3DQI9W2Im9a/YB7kSLBe7hJEL/gatVjgK1Erj3t2h20BTQO5TqSTFexjks8d068HrpKKREow+ByAjQrs0dca0eglHryd3DCXevCIjkLTREwb29qlHtNrDTPdNftQX4ux1n8axcftMpjzF3M/XFZo15ZyTTd1nq2Va/dSI9Y11kdqOcnR/DW8jvum3CUvoMCMaoXYHFmZmXLkD0Znouvptum2OWEJevly4D+Nk8dVIeH/jvU0D/1GNfJ3naFITMI7MZqYRYxZA2vixN+RLptra6DVaF6hYXCnMPSvvXyBRW81gohy3ViXoF0t0XdOAPG8lMy8jMS9pL3G6k9Kkt26EDuBbvUJc6v4IlkQsiN2/EWQZ2E+xW/8eo8GUCStK9h6Lqc5I1K63mIeZmkob3jtR0ypCiZjNPqxxBxalDZQK18ps6PWaVLbsclD8W2Xnr5X6cdAyJ658i+HoiZX9lWd7y2mU9xFSUBZdkXE+0QN7lICR25qb5sGh8mXZJHM4hVwPuFbAY4NgJQENrh0Y8OOFPJIYYf1tsFC5gfmDcw1DCnyeTgdhBKpooCVI+F26mOAiLc5JT3zHmMBfnaBulZFFI2Kna5Mk6WOk+ffJ4PhDLViISVlVPlm7qWpJHFqfxszWnn3Xbg/TP8/a1Iab8tWYDIpZ3/uVdIZuoXwbMr/9QYJwgOXfrBcuWX2mizgNmbEEDqREez0fe/r/fxZJKtqxxOjQ2XlEx64Js86sXRCHEWa+xiCd6oKQGZ4ZcUghQrJCbXM85A/rBvLXW7zpLxeG2/rtxfAlnaGY4azRu8yNInqYjYNev4Y5O/Udt990ZRZnk1vq04k0bLEIr9a1xehpTfHZEe+ZBrbLbmwx/o/WJv0oQWCFWUUPR6sM3NKTy0+CaOC6bCSAlby+fBAv/woLwSM6xXjMJlwC48iOLN2hW8cW2SIkZ1ilwillkYy2GW+eDTjMIwDoIjN+tr1mJtvOwrK1sBv0MdI3XOc91cMJOBW+1niEgej/3gEAeDLQLRSQ+jQp9X843Th2iFcjD/qEIwXtaHJf2hQyPnioqJJ3R3W9WTE6OxtBLjb7S9lDNPxa1vK922SbCPUiK28C2Fy/GO3X1angSSjvmW2DbTaNGNu4qU9vP4BEgX8kqUdI2BDxfpXHrVnJ8b8BHue0rbGNxiYcizEB8UXqH9C0C2iOXK7N0qOl6k9lL/rFTubSZItD4ZcnjhHzal8v7+/GgT1Tqv+iAbh/n8gCzwGAHRJg8Es0QEpsqavpXvySABL66P8dze/yf/10vYVQxyRryhmTU2bQWEH4oqAz4N8eUKq9DAFrt5L9tExQhC8zSpfLBYsrVEEsuL+sZSNQltNMFiQxJK/pnpe4ZJomYadCT5JiBOJwtWCb2aYUE7JwW1fK2z+FS5pxGFjLMRUd2aEOpmSTyJO4l4aPTXCk6Jny3oNKQBC+xX2YP4VRtk1P/14thLw7lVMtJpVnNjTW6aJlHz7GsU6UpWBhS9TESVnFNnfth2AeImnh9x9JO1xxhAZe2thlEPS8PV1kfcHs5G2yJSKHzNs9e8ezjJQBL1oje7KtaO8fuxIRsPQnoHH30bkqTfk9mfe5qSKU6yZqDyaACL1+yVKi/qjeY2uIa4RLcfEREXVNLIgTInSk7+V/lhMWorET0d82DxxY8WT1wsv1tLy4TDSsSRlG0o0vtEsPef0lsPpZ91GkplSqmrwHwqlJAs/J/WctTRZssf4SdTWL4swzXkA5VOMu6kPIatNJ7VgjbRJ9xl83unRJmQKSfA4oqzIYuH0bNI/9fJ+05dD4KWuNmLiQVIa/Y7/407eo/KT4N9D0s7WAb6E8y1aBMUYW5/lvHrJKWY4yyNBoFX+WPmyysnAgtZCZGyjDXjLijlC7JMpTt1jCnS5WKbK4JllVBYpx0cc0wziNatXMhlNsWc8QwQYfZx7R1O/noBSUIF+ID1HfxU4K6GAHo+sazW/7TcNtXSNqmBYIN8Tyy6fI9xcU2pTLjpOsVFLG8J66t/hH1EGCNadOPsX4NNN0p3K4bZYxL1cp7W2sxF58VME4g/5EgkRuiR0lIYBoChGqvCXg7z1T313n66G3MNaWmaPrPWfwcf8edcxkcSKiP1Mdc0BnN8IbggO5qaxta03+H85OTFeyTg1Fimsa1KsDY5Y7ymOSRUiKLad/2kfizKPJeJS+vz5QY74Isq4QKOJs6W3v+bFiGsmImSL/T8NmzmCy9ujQir71MHtxeZPBGdhn9Cy4e7RXaUsu1pG9hUlZvQGycVH36MAEMXLHEXbp+lPQn+kE5Ih+7xrpLLi/1Yl3A1ewr25w0guRGWyBKRM7MpqCM4CTQivGcddNBHeOBhqAJCD/aITDPrtV2bL0i1hyePtcBbROVtUjjq4qSYS2g3Uu+CdXGjuOKvCSB5Ul70lUzao6utcF/XMxYb/Zzczv460KZtCbESJoncEQOjMbZ2gIHKtEg7G6sTwXf5wgpjnkt52vbKKw2edEVZugH6uFK1KWwK4xjYU5VYILv0CtVBvFDk2DDe5+jjS1/ELkyHBsuutePD9Becz33bVTYKdgXGCCXd0zMcxJP6sT7R7IjUvn4KuJqaOnxkq1Dr1IgMxLMfxZTAzjPOLIvcHoa048zNQ3/1G+arP0/8mF+13fmMrCH9nEAiRhOCSNRP7AWTU0MEwGbxWs1Tqo7g4aj7eR6mj75HtJpEUlAiy8vpLmn4Y2WKGbq2jn/nAOHM9b1j1jP6LZRuNUWvWJrDe9b3vIJLPXsOg1s+ckJklBXHfqyB12mvaJbo9x88F/ALC7m4zjRX1xvR6VSy/IlcvOHmMyNcr4ZpHso33mWk/VMhA7jJHata/eATSEptfmDk2guGtcy4TYkPcBeZtC7nJQgnQLfAFxJPpNgjd5FPjJmsYDWqHVVaZa4AX+qo0Q/JFkNndXb7NeWHueocn/EWAzQdkuXnGaCIFTYW8JcCNLpCH9SvMvPwp+qvkKlQLMg0faF1itXeEeg7zuURA/JAvlyY7L7TBJmHuu6t1wY0AyiY+BQezgyjlZqUil9ZdxQ2PPLf+PcZIUNjh4/gy4DUl9fFWxs3Cl6IdAIQi8HR1Pw5eYFPBOVHpQjb6V4W9NA47Dw8nypKPAYD05jCoreV66BGZI7Rpumu8BJFNfoynjkvdaNNz8CCfe1QyyIjZh1ZMSRWJ2xVy0fmBNt0S5qEoOYafn7aNfrhXaibXWHrqeoGukBx5A516yhgTLdp1ZOjdSc18cR7d7JxExhn3AUZzzCxnSjILHH+once2B6JhHyRire8C75BACjqYJspATsK0lDJjAu4iUEE+uRqx06k0se+GYwNX4QsJhdqAluHbPs8ws8dbjkoXof4GlAOC9reEVxFTz2urVcYwRsi4mq86WKDX0ytKlMHGxkKPLD3jnELcYjea6yal1bIYEgVRKo1sucWScWxcq+TMcau4iNNhCTf1Aa/Z9vNWBjsruVjfXYJpEeEHjQkFxq48v6yxNoHNTku6QVFIZSeyEipfra7EQa3otJflguchGCvzsxOK3FSuh3NHQeDHdnIgDtiil5Qm+t/rYmiu31dwt/ixXbBy+i1zI3Xnt0a+5UxwSAU0Ho87qTK9m0Z2mGOtdFukSyoosFY7Go/xhl+nQm+TvDkpoTgleI5/CFQ5Pe9vPLsAIR2dco9SMlRzbdUo+CwF742eSH5vhWWzqOBG/yk+XldoFxQXA7xdS7YoiNlHvppdEhANPy/zf7ePU7pndbBLEmnM4Ne1VtRssicQlibTJFU/l62PXuxrHgrcEnZqD1yKFof4WIse9OEqbzUTZvj3p/4zx6z55gPssbuS8QzAwh8FK40tB6vHFo9iZfLzx/gTwzG9JHEdCcsuGL5wS2RlftP1/TYEv6XFHOV7Vy51ace3lrhLfP+zT8wEjqkeJ3rsHzLf3d+RAZXLOK+UG6Kj9lxqHl8sKEI0pwO6Jp7VLxfo4VgQSvJQFygeC7aOT/AT1WbJ7kgWoLBp4AVm4AuAaFNR3LFBLcIYheaRUBqRwE8F0qGkzG5Zo3YMTcrj79b32903SxF8ONXn82abgwtPKdjHdBFA7cSw+kGWaW7PXmi9T2bT7MYbqR45/y2tsSBUZllFyn1UGz+UVN23TelIhOsrAWh+UsaDKLL7ILsZvl7BOjVJC2uMCFswemm2PFvedNDgXyVk0LLrn2lweWE0zh5X1T2VrztLq8DZ9iQis0f3kE/bSt2Mbl3CO/uNtSotVXyb8t2r1NIphdDqAytpSGbPnSl75QEt8N3nb6/+UKgFsG7MegOKcgi3L4wM2qvWpH8Di3Xhs6R4LAyuUb9ny1c50dlgE9OzgKfb+mlO89O5o3rBCjJMEICcW/dr6hk6daFK6eQWJJXe1LMNcwlGQIOa2WRmAukosWE13DBiUQRrG0SoAPsRGq1+pMDpZMvgSDlH9YzuFyVZFGODsKBb+Dzb5lTecysmi8MDehjNAsb7g9msICg/1mCkecQHrm03GtJNsDDRJr44JHCXJmGZiR/u59yWkgqGj+zFKlNBF+rvBFYj5cjWgE/3JWsETAidU8GQqRJWN6NJ0usLlAjJOJ8JOtezQglKNQbmYMSuONmGDQaWFGLjt9Mt0CczWUwFcTIoGw2HlRdYOrdO8dz9y3YQwpyyqz9ZYbNcLA7GxmRo0BFvawBAECe45wigk73HSzMMZvunsrMdnL7W/A/xyexg+FGWKrHE6acMbTeg0uaPx+VZdZlHzrb3CXP2/R8MOHvJPCONfY72DahdTNL9LDZ3F2VwLP6SmkQWzuXQltelz+1rUKG5+sFj13/XH+xzDb5Xu2JYI0jiWuZzlZJlrIPAh0a1RMkSSRC5RDxYNxzaEU+XFPHcPMt5nfHAwGgIPKdsVdmEZC7pcLj2BIuTnT9pzB+XqJKv+sw0oxTt5FUfAY5DE+FLmSOD0dThLZf4CHB6EoiDV0/TArghQ3X4IxR/AWQ/PXVHBNGXhqSnMvgcK/GfRSdJM2ClyKEGfhDcMDB7JZ0ngqgYPtBQKgrLzHoH0xUhO9LrAroyjh4CVPKDX6fNWhHbuouumx510U/LRDUP+CLmconZLwKh7bzvNpqzeXGTIDdHzdqDg+DvejbdFPAZlkq+Rl7MpLkTT5jNOqaVF8xHO0X3uq2tuHWiuV00BUuRMupUn+TNICYtyk6ivuaZMj2x8Sl0xDPz6sB9z7SGS9A1DpBRwFHg0cbQXXh/W78lYD4BkiiGQIojnaIbztWkX7z0MWxGCSKftT9MpqlRNJnO77oXJ1f6JbN9evBj5JrA445Qz3IUyULBpA+gq/urpF6X0qYrOwAQbDcLTgZ4Zav7WaCZ5i5jKiIszZkXdbCLkwbze9pe17gLt3zR3AK9ViOpuf0J4o8P5gr4Gx+/G6MJaKUhIxHlUOZ/TM5AryLKiaCehKcX8F2LHURwWcZEI64NsdTDyP8SgaEiESY11JZk8XnFNv1VC5ombkfJjQzRhlbANHxC8W1W6eUnJxZ/6CcNHt7pERo0bYGCtWPKXsc3nFoWHgwsRNo1UEc4ButKbyf39cGbcakQ8aQbGcjrVCHt/ZNu+yb07bMxzdJ/YVrkQ9x7YPNYepaXsWwKXLQPTRYTf1+GK4LLKPv++Sri4w7d/Jcp6ybLqX2U5qcxlG5XETByJj83uoJ5QG4aAXyemg7MUzD01RfOCXl8DtLU7Qvh9kesDfJ865nw4XVtUBh86kab7zhs4d7u648GiBwdBga4koJ6YS1Chl548vcntcbpgcbW5Nu2/qUrTUHVN8Q8d5uYfN4JKZYPCJdNx2NG/ymj66LAw8QJdCxUf4SVAkrbQdcztShc7117JciY+zFcEOdCtwoC3hSLoO0W4HrnQJGn+kMu+PVwyobxeMB0s6q1you8+j9+u7D+8dHjHEYR5dzk5YpBOm4i8S1Ja1vTE60UK5S/AYxeqPh6KO1566jRISjRMQT06OIp6ZcHm5Lxx0FUjKCUf1ZLA1BNITnAs0iQSIbezwIvA8jIxtSKt3BiYEkXm8JCgPet/LcSXzJRcclR881KD4w5mGB5K/l7IJ/ONCWzw4FKtFGdkeu/aDAelEIrB3GhVGsmvle7sSI+7Z0PvszbpDH1UTNsBRU3nq6A/f4X5HZUFDb1ws30wp486ubZrb+MCN7kA2ev8WRJ63d6TPG0bKOrUxU3Jrl5YMxSLoAyyMQ/vDOjX73PTnRpnyrWffF9jsLGgzeHj15T7z1dPVKnmdly2uv9wAymfUJeJMQkHITYcIpWUWWSfTkeKi7HjeHQIUjjDcK2hze5d7O/TssFoZnyfQ3uWPT7MmNIUc5b/o6oADs8Oyw4U5Z4HVf3iiEkMIh/fvxAq0PESy0JHs3N2w7OYWcSh5OU+Q+gWvJlWYGtA3jvsKU9g+084+gmUNNXWP+Rg1KGikZbsUVxARWKdECK3hx90IO/oPRe1U3uPDtImA8bhTKdvjT5CwL4JaPQP/8In+JVRi7syX0KrPak/2+heryKuRaFi21cVI9J3rquQJhH9tli0dxlxE1Ek8VqJp5zp+Y5ITMz0wcK3ZuTnVm5LOkGBUO8By8hZxvwnxPo3Rv+NzTOFdWRqXtO7JzuzIGCFQF0lPF38VhprA0m/1pEXMlz4beTlUpD1/G/BysH2m03lDaqKasspS74p9sJ8bOTRmrR2XcziI1HzQib50mdUqhHDvNm0YRdDiCHA7kkJpPJOQ3BZ1ARuH3Nm/9R+Yp6wTscmilLxKSHijw5vHSJM7I/kLg7y621ms5TOmtSF3NK8DsvnDTLEacRVMdWSpF0Q5ZOYfSM//FkYaWuKIUXGqxvT1Qe+uYSdM24F5B8ViXIYdVqX3N606JNaaGVWigkCWK55gp9Ikq1EAmOzayeImKcek3dqUJer7daALpfnn1bf9xNJFIQZXvVKmxcrwioQdtHjfHSw6SxndfPOVt46LmZ9JskqM35oA0eH7AKaa7YKjYODkE3LCkaPLiqeb5GuErjGXu6uosB3Y+iqTspTjlPTvOulh4X/OIVyhEF3Uq8lRHT+zvrFNNxMHF/JxLrL7VEKwlR7qPSi/MJeyiuZydGkmOiD2B1KUvKxfqjFyFayn4mguJbV47ZZ5kMtuUMspgkKQfjpHyK/C5bsYJ/50RpOl0W5Gt0D6iVA6wdtAOtM9eRXo7bbrGhRqIAKMLz4ZaMM2tP5/SuMeTz4XFo4/4LJNEGDof9lTHJWPG238wvotnUZUzAejGUhdtVy4wKrmC5Qckrlk9GEPywBRsmTRAY+KKTZ9ErJAu6aV8T2cR0ENs876YYYGAoQAwJpTnYWhMEJ8EgW8QOYuYj7HRh1CkS1jGio22/Kdg2FJ2qQXDVc5PeyM5vHgkjBNUDzl8bjVNMnk4PTDCB4H8Tjn+YPf+Z9j4YF0LwDZepM9PrpOko2D6MzO1xsUiGgSwzKsShHKy+nTGol94gptAOS/js/iOBOXuE5ZHmTE2RtJkHq8nXKpbRCdYNJkZxT2Kwy6FYSSbyaLG/K1E5qtbnHrLcDkvQG/0BF4ejRkznWIW7aIXOV+2Phgo3LJENKfPlpZdtzDnxNzl0dlzSUaq17mh3D/v6Dk2fT5kxfeM+bk6OoAuVpICsitN6E+w6ef/ReNzTguWTyzmh1AAs1P059uXcuskshYgfScPS+orAuPKZayEfhfej5Hp6XxNqk5UoylrUqnSx9RIlf+sbe3sei0yxuEYi+p+bzipIoz7NCDq+1MP0i9K9d14vv5+AscRibtaYhHC/59oXW6zxM7UnXv1Xn1jnhsjWGWXmuogUYuiE2Hsf8UvPDkDuuWdsxLwz19HcW66AT4fCt2yoKKAUSMeRyo0XpxotfiB/KzGjif32B1/tyCsjG8JUusxnlzR/JUfRQ2CsaN+8nxJNmULJoWO3KVsJcQlXocdGR993zMEfzrowSShClU/yhJqCeahdWOVbr447PIpSpLbtxPG0N2loIkXv9cy7iCQ6gnvdR5Xo0mOKunU8Q1oOv5D4dsECHP/B1sJm4DsBPt1RO2SRaACpNDPGVY+MzDmq/lWtQSUQgp9NDay27816tl9CmS0p01RcEfos3aCGYR3QPTaC4cL6F5u1kqQa9WqNLVZF9CyteYq3RUU/MdZJupwLlyNOGcSZPblgJVFivO6oS8n+Lhi1ux5UFKrHMDCZ+Hz5HC4rNW4+sJTLWdQQBcVTLRC0dCGtF0/x05yfS8sfXGpx2rfRdUN+y/af/wt8qg/Fbh3Rg1e+LJ2LDoOSreaNFQDVaK2wyh85683NY27Hao7UjrRkSFPJckgFl36Pwyu8XhKQI6sIi+BESVaeHh5KBBpIarFLg1oYqLJmciHx/ENav1fUSTJQWxj4SuwQC6zdNli9QEtlJDPvBZE+zfmRzfUGScGSRhRME18H/ZSfblYvgM53AyPeVF3xNmo+CDNlS/sa3oWwZ1YEb+6Kwt9DdPtTOLl7zShDyGSIFg/kEuWdsnGoRpM6WsHI/rwdmoRoTWMaWCv/FJ+GkJiG2gCtYAqDhwc4xvItU8THxP807AbTUFpjsufDq+hWh9KZMnt3qvhNP/QwZDc3McwfFovE4yXGtQdaer8HtGIhgyIe9Ot0pnbJNl7OmbNX3uildt+v0YeZme9m5hPxivNoISbvga20lAZfQWg23VjbfiYvmAGcUMqGeHup85ZBZabvnEIvWlVDA/Q9MVot57oQtSLTl4Zh0tvAKxe6Glw4eqMoQ3Bbtm6ui9Cs+IrShdwRZH2u0TdckY2lOu6ePr544C17jJj0go4WutqO8ZHkP+9vtdnWL0hfh5C92fi6YAk4tVo4lwfYGLbq9hWD7eMy5xooswrpLe59BFBs84AS+rnFuMnd3+mg0Vy8xSd2P3naAlM329Q1I9leRoKbcJ8QzCpEgRnZrKNI48qsqhgyvzyfidhsK2JlnGi+qL87hyIrEhApE9y9F7tNE+g9ua1cjz+Y6WUjtaTJLmxHILGreKA5gRjjuOPaogn7alsw67esa7+3ntieo5Zi1PRzW7rBTHWL32kMVpWyqnRXLJAmkGFvL/Aa8VteLYVmxNQHa5/d/oz95m/ASxGyhcH1qeSRqWW64+i2WgV9QWYnmhydExWqBsw74Pd3uZ0Z86CgS1IiIw3axmxCF5IFDaVme+ho+iz+xsGJMFCSYAHKtaVDEjRLR9/DNCQdR0rRFjghvCKm4mknq0L0GjH9dQz05x+xfw+l49b/3DO89G+gMWhsRwUNHd25dxRJ+MbU9EzG6/GsCqM1JgqAne92xY9UTsqB6HnalZDwOe7aDdq1U7Del4hqa3QoA4KeiG/xNShmlViNFFEnZ+NnojBHfYRVmUumZARNwBv5VteZM7eGScZbq6M/byo8VtuX5FPeSKWUZ31d/DFT2oDqCywFiuNB2lK7ghKNY/f/3rV4T7hn9zcyfe3s3FUM3qPJ+sv3VXdlNQezcAT1TJbHJEoUDJtwtHgYMqkam7akDnnchVk9DSjjLy8LTNerb4IP8iJUrU+YjWMCZ0j2kgVJ+WY1gPagko00H5vqzgCkD4E4J5WZfS7EDsVsq65123kEFKjeMNNAgNvbfJzBnjVHF93RcSwwTUFuxqEA9ZmzmgIbENrFpUyNPeqxF3qpCK7wqRfOP22NYvbi/RzwxQGY5UcoF1dFHmqJUDgODdSypu08JsYw43QbxRucWX45ZpX5zwmwZv+ItLbAtTxNPdDEjs+UjbDFpQDz9iRUpsUZgWseBfaoG9KxcHGAxMLa5Emx52IDNxQ5KEeUGiGGQSDpYHEyZhAutrrDjq26T8+67kEjRwvb/JWz4/vCZ31IvhiMo88zl1/u1yT9xBjWiWC2628E7tdaBfpyYP7HUf1dEav8sAyjOPA1/AXKZINMuTli4Sg2+Oq3td/t9ddyxkFpsQwZEFzdxm5adpAdluYQnCeWvDVVeAPcurukt92TnMxDHgC/1xrtYhn+Gs/lsc50jFqqMFGZu/E7lIxMJqaqFZp0IgBfwpquM9ShQV3t8HUYytl/PLzAS1SgEjSyUK64nuUZvfVCtspGC63Ce+hF5trmvszf9ncPv92hJ+oLoStb1MFzN8agx4/Wt47HuREW+aoRUofU+vPsEYQoNHYcvMpxTov7vI04r1UUJ6/h+j+I40xLT654hSjpBf4N+aBQd5e4uqWvgPIsKkdzunj+lJsXaFnkPCQSHNhussUTlL2WEIu7cFFAPBbNnt1xS5Kj4iUv7AqXNPerJ2Bd7hlb3ZrkgZ7fzaGaXHRKrk0vIVncqnBTyH6kpNF8r8vxti+JPY7gVnCmmG8oaNfnF9DaG0nDQ6k0MtMorfYtkj1cy1Yso1dC/mgZ0/e1YWTjRC/LOZyWlNdAl1ZGCKB5SY+mGwesaS/54yEZaq2H74JuhXsKwojDWq/Qupd+ZfWVTJAyUK9Jqj0Hiq2SB8Q5eLo1dqydrLIesDooUytB8jBwJUjG5OjBKmeKK9gPkYfQbZyZwsZ4tq3Ys0+pDgl8l+RMLz7/hg3PzJlVV1EJDwoL30W5jTFYwiOTpBjdD4TQ+n+PC+sPYWbzuAvNY5eFzQtJ6DGAxX8UHxJrRaG05PxYdhFVognaJgz0n2uRN+Ph4Ht/eezvhLdBZxd4UfISe6D1AhrD9hV0WErN6wGseqxK0cs/0sK3ewRA6f5+ZeZFInxwZY4+kxkuqMGSDaQL4d+JnhzvcLkNbCmAehM0YecIx9gCi4Fos0atHts3E+Aps4Xmt+LYITQhHuOXL0M+X+gtH8gLQ7YTkqlDHNuZ1kArHi4K+m23gOykGBwJMxBfCv4QOaQj3W4qarRZX5SlP+bp3eTn2/jSjZxnXOxCbW4lZlR+JxWdEdttlvD87Pwiif2ZVm8I2f3H75yinSIKpBHXffw4PZZ98CZNbqFEUQVZVuO6VbCvcobdiX3NZ0gS2hp0IllsP9NrZYfYMo6bhOhRWp2rc8wjjCD8oPTq/RV8FcAPf68",Kr=`#Alekhine Defense: Balogh Variation|B03
6rooklyn Variation, Everglades Variation|B02
G|B02
6uckley Attack|B02
5Exchange Variation, Karpov Variation|B03
IVoronezh Variation|B03
G|B03
5Four Pawns Attack, Cambridge Gambit|B03
HFianchetto Variation|B03
HIlyin-Zhenevsky Variation|B03
HKorchnoi Variation|B03
HMain Line|B03
HTartakower Variation|B03
Irifunovic Variation|B03
F|B03
5Hunt Variation, Lasker Simul Gambit|B02
EMatsukevich Gambit|B02
Fikenas Gambit|B02
C|B03
5Kmoch Variation|B02
6rejcik Variation, Krejcik Gambit|B02
F|B02
5Maróczy Variation|B02
6odern Variation, Alburt Variation|B04
Iekhine Gambit|B03
PVariation|B05
GFlohr Variation|B05
GKeres Variation|B04
GLarsen Variation|B04
M-Haakert Variation|B04
GMain Line|B05
GPanov Variation|B05
GSchmid Variation|B04
GVitolins Attack|B05
E|B04
7kele Mbembe, Modern Line|B02
DVavra Defense|B02
B|B02
5Normal Variation|B02
5O'Sullivan Gambit|B03
5Scandinavian Variation, Geschev Gambit|B02
MMyers Gambit|B02
K|B02
6pielmann Gambit|B02
6teiner Variation|B02
6ämisch Attack|B02
5The Squirrel|B02
6wo Pawns Attack, Lasker Variation|B02
GMikenas Variation|B02
GTate Variation|B02
E|B02
5Welling Variation|B02
3|B02
63
7
7
$mar Opening: Paris Gambit, Gent Gambit|A00
=|A00
/|A00
&zon Attack: Siberian Attack|A45
0|D00
%sterdam Attack|A00
$nderssen's Opening: Polish Gambit|A00
6|A00
$ustralian Defense|A40
#Barnes Defense|B00
*Opening: Fool's Mate|A00
3Gedult Gambit|A00
D
3Hammerschlag|A00
3Walkerling|C20
1|A00
%sque Opening|A45
$enko Gambit Accepted: Central Storming Variation|A58
:Dlugy Variation|A57
:Fianchetto Variation|A58
;ully Accepted Variation|A58
:King Walk Variation|A59
:Modern Variation|A57
:Pawn Return Variation|A57
:Yugoslav|A59
F
8|A57
0Declined: Bishop Attack|A57
:Hjørring Countergambit|A57
:Main Line|A57
:Pseudo-Sämisch|A57
:Quiet Line|A57
:Sosonko Variation|A57
/: Fianchetto Variation|A58
1Mutkin Countergambit|A57
1Nd2 Variation|A58
2escafe Frappe Attack|A57
1Zaitsev System|A57
9Variation, Nescafe Frappe Attack|A57
/|A57
29
&oni Defense: Benoni Gambit Accepted|A43
@, Schlenker Defense|A43
9-Indian Defense, Kingside Move Order|A43
H|A43
:Staunton Gambit|A43
3Classical Variation, Argentine Counterattack|A75
Iverbakh-Grivas Attack|A71
HCzerniak Defense, Tal Line|A77
X|A76
[8
[9
HFull Line|A74
HMain Line|A73
HNew York Variation|A70
HTraditional Variation|A70
F|A70
I2
4ormorant Gambit|A43
4zech Benoni Defense|A56
3Fianchetto Variation, Hastings Defense, Main Line|A64
Y|A63
G|A61
J2
4our Pawns Attack, Main Line|A69
D|A68
4ranco-Sicilian Hybrid|A40
5ench Benoni|A43
3Hawk Variation|A43
4romádka System|A56
3King's Indian System|A56
:Pawn Line, with Be3|A65
Kg5|A65
Q
Q
JNge2|A65
R
C|A65
G
G
4night's Tour Variation|A61
3Mikenas Variation|A66
4odern Variation, Snake Variation|A60
C|A60
3Old Benoni, Mujannah Formation|A43
?Schmid Variation|A43
=|A43
A
A
@4
3Pawn Storm Variation|A66
3Semi-Benoni|A44
4nail Variation|A43
3Taimanov Variation|A67
3Uhlmann Variation|A61
3Weenink Variation|A56
4oozle|A43
3Zilbermints-Benoni Gambit, Tamarkin Countergambit|A43
L|A43
P
1|A56
361
$ird Opening: Batavo-Polish Attack|A02
1Double Duck Formation|A02
2utch Variation, Batavo Gambit|B21
BDudweiler Gambit|A03
@|A03
1From's Gambit, Bahr Gambit|A02
@Langheld Gambit|A02
Bsker Variation|A02
Aipke Variation|A02
>|A02
1Hobbs Gambit|A02
6-Zilbermints Gambit|A02
3rsefly Defense|A02
1Lasker Gambit|A02
8Variation|A03
1Mujannah|A02
2yers Defense|A02
1Platz Gambit|A02
1Schlechter Gambit|A02
2iegener Gambit|A02
2turm Gambit|A03
2wiss Gambit|A02
1Thomas Gambit|A03
1Wagner-Zwitersch Gambit|A02
2illiams Gambit|A03
D
9-Zilbermints Gambit|A03
/|A02
%shop's Opening: Anderssen Gambit|C23
5Berlin Defense, Greco Gambit|C24
C|C24
6oden-Kieseritzky Gambit, Lichtenhein Defense|C27
M|C27
7i Variation|C23
5Calabrese Countergambit, Jaenisch Variation|C23
L|C23
5Four Pawns Gambit|C23
5Horwitz Gambit|C26
5Khan Gambit|C23
6itchener Folly|C24
6rejcik Gambit|C24
5Lewis Countergambit, Walker Variation|C23
H|C23
L
;Gambit|C23
6isitsyn Variation|C23
6opez Gambit|C23
;Variation, Lopez Gambit|C23
D|C23
5McDonnell Gambit, La Bourdonnais-Denker Gambit|C23
GMcDonnell Double Gambit|C23
E|C23
5Pachman Gambit|C24
7ulsen Defense|C24
6hilidor Counterattack|C23
>Variation|C23
6onziani Gambit|C24
6ratt Variation|C23
5Stein Gambit|C23
5Thorold Gambit|C23
5Urusov Gambit, Keidansky Gambit|C43
DPanov Variation|C24
B|C43
5Vienna Hybrid, Hromádka Variation|C28
DSpielmann Attack|C26
B|C24
5Warsaw Gambit|C24
5del Rio Variation|C23
3|C23
$lackmar-Diemer Gambit Accepted: Bogoljubow Defense, Kloss Attack|D00
XMad Dog Attack|D00
XNimzowitsch Attack|D00
XStudier Attack|D00
V|D00
DEuwe Defense, Duthilleul Gambit|D00
RZilbermints Gambit|D00
P|D00
DGunderam Defense, Stader Variation|D00
T|D00
DHolwell Defense|D00
DKaulich Defense|D00
DPietrowsky Defense|D00
DRitter Defense|D00
Eyder Gambit|D00
DSchlutter Defense|D00
DTeichmann Defense, Ciesielski Variation|D00
Xlassical Variation|D00
WSeidel-Hall Attack|D00
U|D00
DZiegler Defense|D00
B|D00
:Declined: Brombacher Countergambit|D00
DElbert Countergambit|D00
DGedult Defense|D00
DLamb Defense|D00
Fngeheinicke Defense|D00
DO'Kelly Defense|D00
DVienna Defense|D00
DWeinsbach Defense, Pfrang Gambit|D00
U|D00
9: Blackmar Gambit|D00
;Diemer-Rosenberg Attack|D00
;Fritz Attack|D00
;Lemberger Countergambit, Endgame Variation|D00
TLange Gambit|D00
TRasmussen Attack|D00
TSneiders Attack|D00
Uoller Attack|D00
R|D00
;Netherlands Variation|D00
;Rasa-Studier Gambit|D00
<eversed Albin Countergambit|D00
;Zeller Defense, Soller Attack|D00
I|D00
;von Popiel Gambit, Zilbermints Variation|D00
L|D00
9|D00
=
%umenfeld Countergambit Accepted|E10
;: Duz-Khotimirsky Variation|E10
=Spielmann Variation|E10
;|E10
$ogo-Indian Defense: Exchange Variation|E11
8Grünfeld Variation|E11
8Haiti Variation|E11
8Monticelli Trap|E11
8New England Variation|E11
9imzowitsch Variation|E11
8Retreat Variation|E11
M
M
M
M
M
M
M
M
M
M
M
8Vitolins Variation|E11
8Wade-Smyslov Variation|E11
6|E11
%ngcloud Attack|C20
%rg Defense: Borg Gambit|A40
=B00
1Troon Gambit|B00
1Zilbermints Gambit|B00
/|B00
#Canard Opening|A45
%ro-Kann Defense: Accelerated Panov Attack, Modern Variation|B10
POpen Variation|B10
PPseudo-Scandinavian|B10
PVan Weersel Attack|B10
N|B10
R
7dvance Variation, Bayonet Attack|B12
Jotvinnik-Carls Defense|B12
Jronstein Variation|B12
IPrins Attack|B12
IShort Variation|B12
ITal Variation|B12
IVan der Wiel Attack, Dreyev Defense|B12
\\|B12
\`
G|B12
=, Short Variation|B12
7lekhine Gambit|B15
8ien Gambit|B15
7pocalypse Attack|B10
6Breyer Variation, Stein Attack|B10
F|B10
8onstein-Larsen Variation|B16
6Campomanes Attack|B15
7lassical Variation, Flohr Variation|B18
KLobron System|B19
KMain Line|B18
Mróczy Attack|B18
KSeirawan Variation|B19
Lpassky Variation|B19
I|B18
L9
6De Bruycker Defense|B12
M
7inic Gambit|B10
6Edinburgh Variation|B12
7ndgame Offer|B10
>Variation|B10
7uwe Attack|B10
7xchange Variation, Bulla Attack|B13
JRubinstein Variation|B13
H|B13
L
L
L
6Finnish Variation|B16
7orgacs Variation|B15
6Goldman Variation|B10
7urgenidze Counterattack|B15
ASystem|B15
6Hector Gambit|B10
7illbilly Attack, Schaeffer Gambit|B10
F|B10
6Karpov Variation, Modern Main Line|B17
OVariation, Ivanchuk Defense|B17
ZKasparov Attack|B17
X|B17
HSmyslov Variation, Main Line|B17
Y|B17
HTiviakov-Fischer Attack|B17
F|B17
6Labahn Attack, Double Gambit|B10
EPolish Variation|B10
C|B10
6Main Line|B15
8rtian Gambit|B18
9óczy Variation, Maróczy Gambit|B12
G|B12
8si Variation|B12
9sachusetts Defense|B12
7ieses Attack, Landau Gambit|B12
=Gambit|B12
7odern Variation|B12
6Panov Attack, Fianchetto Defense, Fianchetto Gambit|B14
V|B14
DGunderam Attack|B13
DMain Line|B14
Eodern Defense, Carlsbad Line|B13
Uzerniak Line|B13
TMieses Line|B13
TReifir-Spielmann Line|B13
R|B13
B|B13
F
E4
F
F
F
;-Botvinnik, Herzog Defense|B13
6Rasa-Studier Gambit|B15
6Scorpion-Horus Gambit|B10
7pike Variation, Scorpion-Grob Gambit|B10
E|B10
7t. Patrick's Attack|B10
6Tartakower Variation, Perlis Line|B15
J|B15
7oikkanen Gambit|B10
7wo Knights Attack, Mindeno Variation, Exchange Line|B11
]Retreat Line|B11
[|B11
H|B10
6Ulysses Gambit|B12
6von Hennig Gambit|B15
4|B10
8
8
72
8
75
8
&r Defense: Zilbermints Gambit|B00
/|B00
%talan Opening: Closed Variation, Rabinovich Variation|E09
FTraditional Variation|E09
:, Botvinnik Variation|E07
<Main Line|E09
I
I
<Sokolsky Variation|E09
=passky Gambit|E08
<Zagoryansky Variation|E08
:|E06
>
>
>
=7
=8
>
>
>
>
4Hungarian Gambit|E00
4Open Defense, Alekhine Variation|E03
BClassical Line|E05
T
BModern Sharp Variation|E04
@|E01
C2
C3
C4
D
4Tarrasch Defense|E01
2|E00
6
$enter Game Accepted|C21
.: Berger Variation|C22
0Charousek Variation|C22
0Halasz-McDonnell Gambit, Crocodile Variation|C21
G|C21
3l Variation|C22
0Kieseritzky Variation|C21
I
I
1upreichik Variation|C22
0Lanc-Arnold Gambit, Schippler Gambit|C21
B|C21
0Normal Variation|C22
0Paulsen Attack Variation|C22
0Ross Gambit|C21
0l'Hermet Variation|C22
0von der Lasa Gambit|C21
.|C20
11
$lemenz Opening: Spike Lee Gambit|A00
2|A00
$olle System: Pterodactyl Variation|A40
1Rhamphorhynchus Variation|A04
1Siroccopteryx Variation|A40
$reepy Crawly Formation: Classical Defense|A00
$zech Defense|B07
#Danish Gambit Accepted: Chigorin Defense|C21
<lassical Defense|C21
<openhagen Defense|C21
;Schlechter Defense|C21
<venonius Defense|C21
9|C21
1Declined: Sörensen Defense|C21
0|C21
$resden Opening: The Goblin|C44
$uras Gambit|B00
%tch Defense: Alapin Variation|A80
4ekhine Variation|A92
2Barcza Variation|A80
3ellon Gambit|A84
3lackburne Variation|A81
7mar's Second Gambit|A82
5del Variation|A84
2Classical Variation, Blackburne Attack|A91
Huenos Aires Variation|A96
GHuisl Variation|A96
GIlyin-Zhenevsky Variation, Alatortsev-Lisitsyn Line|A98
bModern Main Line|A99
bWinter Variation|A97
\`|A97
E|A84
G90
I
H1
H2
H6
2Fianchetto Attack|A81
=Variation|A86
2Hevendehl Gambit|A80
3opton Attack|A80
4rt-Antoshin System|A86
2Janzen-Korchnoi Gambit|A80
2Kingfisher Gambit|A80
3orchnoi Attack|A80
3rause Variation|A84
4ejcik Gambit, Tate Gambit|A80
@|A80
2Leningrad Variation, Carlsbad Variation|A81
GMatulovic Variation|A89
GWarsaw Variation|A88
E|A86
H7
;, Basman System|A81
2Manhattan Gambit, Anti-Classical Line|A80
ILeningrad|A80
IModern|A80
IStonewall|A80
2Nimzo-Dutch Variation, Alekhine Variation|A90
G|A90
3ormal Variation|A84
2Omega-Isis Gambit|A80
2Queen's Knight Variation|A85
2Raphael Variation|A80
3ubinstein Variation|A84
2Semi-Leningrad Variation|A81
4nechaud Gambit|A80
3pielmann Gambit|A80
3taunton Gambit Accepted|A82
A, Alekhine Variation|A83
Dmerican Attack|A82
CChigorin Variation|A83
CLasker Variation|A83
CNimzowitsch Variation|A83
CTartakower Variation|A82
A|A82
D3
4onewall Variation, Botvinnik Variation|A93
GChekhover Variation|A95
GModern Variation|A90
E|A92
I
H4
H5
0|A80
34
$öry Defense|A46
#East Indian Defense|A48
$lephant Gambit: Maróczy Gambit|C40
4Paulsen Countergambit|C40
4Wasp Variation|C40
2|C40
$nglish Defense: Eastbourne Gambit|A40
4Hartlaub Gambit Accepted|A40
DDeclined|A40
4Perrin Variation|A40
5oli Gambit|A40
2|A40
6
+Opening: Achilles-Omega Gambit|A10
5dorjan Defense|A10
5gincourt Defense, Bogoljubow Defense|A13
GCatalan Defense Accepted|A13
V, Semi-Slav Defense|A13
V|A13
Z
GKeres Defense|A14
Hurajica Defense|A13
GNeo-Catalan Declined, Early b3|A14
i
i
[|A14
_
_
_
_
_
GTarrasch Defense|A13
GWimpy System|A13
E|A13
I
I
I
I
5nglo-Dutch Defense, Hickmann Gambit|A10
G|A10
@Variation, Chabanon Gambit|A10
KFerenc Gambit|A10
:Grünfeld Defense, Korchnoi Variation|A16
J|A16
:Indian Defense, Anglo-Grünfeld Variation|A16
f
f
f
Lti-Anti-Grünfeld|A15
JFlohr-Mikenas-Carls Variation, Nei Gambit|A19
JGrünfeld Formation|A15
JHedgehog System|A17
JKing's Indian Formation, Double Fianchetto|A15
a|A15
QKnight Variation|A15
JNimzo-English|A17
JOld Indian Formation|A15
JQueen's Indian Formation|A15
f
e7
YVariation|A17
RKnight Variation|A16
JRomanishin Variation|A15
JScandinavian Defense, Exchange Variation|A15
^|A15
Klav Formation|A15
JZvjaginsev-Krasenkow Attack|A17
H|A15
K7
:Lithuanian Variation|A10
:Scandinavian Defense, Löhn Gambit|A10
PMalvinas Variation|A10
PSchulz Gambit|A10
N|A10
4Carls-Bremen System|A22
7o-Kann Defensive System|A11
5losed, Taimanov Variation|A25
R
4Drill Variation|A20
4Four Knights System, Nimzowitsch Variation|A28
4Great Snake Variation|A10
4Jaenisch Gambit|A10
4King's English Variation, Adhiban Gambit|A22
NBellon Gambit|A22
Ootvinnik System, Prickly Pawn Pass System|A10
^|A26
Oremen-Hort Variation|A25
NClosed System, Full Symmetry|A26
[|A25
NFour Knights Variation, Bradley Beach Variation|A28
fFianchetto Line, Delayed .. Nc6|A29
wwith .. d6, Be7|A29
}. d6, a6|A29
}. d6, h6|A29
}. d6|A29
}. d6|A29
|Bc5|A29
|Nb6|A29
u|A29
y
y
y
y
y
glexible Line|A28
fKorchnoi Line|A28
fQuiet Line|A28
t
t
d|A28
h
NHungarian Attack|A25
NKahiko-Hula Gambit|A20
Oeres Defense|A21
Oramnik-Shirov Counterattack|A21
NNimzowitsch Variation|A20
Y-Flohr Variation|A20
NReversed Closed Sicilian|A25
j
j
j
j
WSicilian|A21
NSmyslov Defense|A21
NTaimanov Variation|A25
Ohree Knights System|A27
Oroger Defense|A21
Owo Knights Variation, Fianchetto Line|A24
eKeres Variation|A23
x
eReversed Dragon|A22
eSmyslov System|A22
c|A22
L|A20
O1
B, Erbenheimer Gambit|A22
DMazedonisch|A22
4Mikenas-Carls Variation|A18
O
O
A, Sicilian|A19
5yers Defense|A10
:Gambit|A10
4Neo-Catalan Declined|A13
?|A13
4Porcupine Variation|A10
4Romanishin Gambit|A13
4Symmetrical Variation, Anti-Benoni Variation, Geller Variation|A33
bSpielmann Defense|A32
v3
\`|A31
KBotvinnik System Reversed, with Nf3|A37
r
r
r
r
r
ke3|A36
[|A36
KDouble Fianchetto|A38
Luchamp Variation|A38
KFianchetto Variation|A34
Lour Knights Variation, Keres-Parma System|A35
a|A35
Lull Symmetry Line|A38
KHedgehog Defense|A30
KMecking Variation|A39
KNapolitano Gambit|A30
Lormal Variation|A34
KRubinstein Variation|A34
c
KThree Knights Variation|A34
X, Fianchetto Variation|A37
r
r
Lwo Knights Variation|A35
V, Fianchetto Variation|A36
KUltra-Symmetrical Variation|A36
I|A30
M
L4
L5
?, Hedgehog, Flexible Formation|A30
4The Whale|C20
4Wade Gambit|A10
5ing Gambit|A30
4Zilbermints Gambit|A10
2|A10
,rangutan|A15
8
'und Gambit Declined: Diemer Counterattack|A40
<Reversed Alekhine|A40
EBrooklyn|A40
EFrench|A40
EKrebs|A40
EMokele Mbembe|A40
:|A40
1: Felbecker Gambit|A40
3Hartlaub-Charlick Gambit|A40
3Main Line|A40
4osquito Gambit|A40
3Soller Gambit Deferred|A40
@|A40
4tockholm Variation|A40
3Zilbermints Gambit|A40
1|A40
#Formation: Hippopotamus Attack|A00
.Shy Attack|A00
%ur Knights Game: Glek System|C47
E
7unsberg Variation, Provincial Opening|C47
H|C47
6Halloween Gambit, Oldtimer Variation|C47
HPlasma Variation|C47
F|C47
6Italian Variation, Noa Gambit|C47
G|C47
I50
6Naroditsky Variation|C47
6Scotch Variation Accepted, Main Line|C47
O|C47
F, Belgrade Gambit, Modern Defense|C47
W|C47
HKrause Gambit, Leonhardt Defense|C47
U|C47
HOxford Gambit|C47
HSchmid Defense|C47
F|C47
7panish Variation, Alatortsev Variation|C49
IBardeleben Variation|C48
IClassical Variation|C48
IDouble Spanish|C49
[
IGunsberg Counterattack|C49
IJanowski Variation|C49
INimzowitsch Variation|C49
IRanken Variation|C48
Jubinstein Variation Accepted|C48
], Henneberger Variation|C48
_Marshall Gambit|C48
hVariation|C48
bóczy Variation|C48
]|C48
a
a
ISpielmann Variation|C48
Jvenonius Variation|C49
Jymmetrical Variation, Blake Variation|C49
\`Metger Unpin|C49
\`Tarrasch Variation|C49
^|C49
b
b
b
G|C48
J9
4|C47
$rench Defense: Advance Variation, Euwe Variation|C02
Gxtended Bishop Swap|C02
FFrenkel Gambit|C02
FKupreichik Variation|C02
FLputian Variation|C02
FMain Line|C02
Gilner-Barry Gambit, Hector Variation|C02
o
[Main Line|C02
[Sørensen Variation|C02
Y|C02
FNimzowitsch Attack|C02
RGambit|C02
RSystem|C02
FPaulsen Attack|C02
FRuisdonk Gambit|C02
FSteinitz Variation|C02
FWade Variation|C02
D|C02
H
H
H
4lapin Gambit|C00
5ekhine-Chatard Attack, Albin-Chatard Gambit|C13
LBreyer Variation|C13
LMaróczy Variation|C13
LSpielmann Variation|C13
LTeichmann Variation|C13
J|C13
3Baeuerle Gambit|C00
5nzai-Leong Gambit, Pinova Gambit|C00
F|C00
4ird Invitation|C00
3Carlson Gambit|C00
4higorin Variation|C00
4lassical Variation, Alapin Variation|C14
HBurn Variation, Main Line|C11
Yorozevich Line|C11
V|C11
HDelayed Exchange Variation|C11
HFrankfurt Variation|C13
HNormal Variation|C13
HPollock Variation|C14
HRichter Attack|C13
Z
Iubinstein Variation|C14
HShirov-Anand Variation|C11
Itahlberg Variation|C14
Jeinitz Variation|C11
]4
Iwiss Variation|C11
HTarrasch Variation|C14
Ktakower Variation|C13
HVistaneckis Variation|C13
F|C11
J
I3
I4
J
3Diemer-Duhm Gambit Accepted|C00
E|C00
3Exchange Variation, Bogoljubow Variation|C01
GMonte Carlo Variation|C01
GSvenonius Variation|C01
E|C01
I
I
3Franco-Hiva Gambit Accepted|C00
E|C00
:Sicilian Defense|C00
3Hecht-Reefschläger Variation|C10
5nneberger Variation|C11
4offmann Gambit|C00
5rwitz Attack, Papa-Ticulat Gambit|C00
A|C00
3King's Indian Attack, Franco-Hiva Gambit|C00
G|C00
4night Variation, Franco-Hiva Gambit|C00
C|C00
3La Bourdonnais Variation, Reuter Gambit|C00
K|C00
3Marshall Gambit|C10
4cCutcheon Variation, Advance Variation|C12
IBernstein Variation|C12
Jogoljubow Variation|C12
IChigorin Variation|C12
IDr. Olland Variation|C12
Juras Variation|C12
IExchange Variation|C12
IGrigoriev Variation|C12
IJanowski Variation|C12
ILasker Variation|C12
]
ITartakower Variation|C12
IWolf Gambit|C15
G|C12
4editerranean Defense|C00
4orphy Gambit|C00
3Normal Variation|C00
3Orthoschnapp Gambit|C00
3Paulsen Variation|C10
4elikan Variation|C00
5rseus Gambit|C00
3Queen's Knight|C00
3Reversed Philidor Formation|C00
4ubinstein Variation, Blackburne Defense|C10
ICapablanca Line|C10
IEllis Gambit|C10
IFort Knox Variation|C10
IKasparov Attack|C10
IMaric Variation|C10
G|C10
4éti-Spielmann Attack|C00
3Schlechter Variation|C00
4t. George Defense, Sanky-George Gambit|C00
Ht. George Gambit|C00
GThree Pawn Attack|C00
Hraditional Line|C00
E|C00
5einer Variation|C00
8itz Attack|C00
<Variation, Boleslavsky Variation|C11
Hradford Attack Variation|C11
Iodsky-Jones Variation|C11
GGledhill Attack|C11
E|C11
I
I
I
I
3Tarrasch Variation, Botvinnik Variation|C05
GChistyakov Defense, Modern Line|C07
Y|C07
Hlosed Variation, Main Line|C06
W|C05
[
GEliskases Variation|C07
GGuimard Defense, Main Line|C04
XThunderbunny Variation|C03
V|C03
GHaberditz Variation|C03
GLeningrad Variation|C06
GModern System|C03
Irozevich Variation|C03
GOpen System, Advance Line|C08
TEuwe-Keres Line|C07
TMain Line|C09
a
TShaposhnikov Gambit|C07
Uüchting Line|C07
R|C07
U8
GPawn Center Variation|C05
E|C03
4wo Knights Variation|C00
3Winawer Variation, Advance Variation, Moscow Variation|C17
YSmyslov Variation|C19
n
Ywith Bd3|C18
e
^h4|C18
d
W|C16
Z7
[
[
Z8
[
Glekhine Gambit Accepted|C15
U, Alatortsev Variation|C15
WKan Variation|C15
N-Maróczy Gambit|C15
FBogoljubow Variation, Icelandic Defense|C17
Z|C17
FClassical Variation|C18
FDelayed Exchange Variation|C15
FEingorn Variation|C18
Gxchange Variation, Canal Attack|C15
FFingerslip Variation, Kunin Double Gambit|C15
\\Main Line|C15
\\Schwarz's Line|C15
Z|C15
FKondratiyev Variation|C15
FMaróczy-Wallis Variation|C17
FPetrosian Variation|C16
Goisoned Pawn Variation Declined|C18
], Main Line|C18
_Paoli Variation|C18
]|C18
a
a
Hrtisch-Hook Variation|C18
Hsitional Variation|C19
^
^
^
^
^
^
^
^
^
^
^
FRetreat Variation, Armenian Line|C17
W|C17
FWarsaw Variation|C18
Ginckelmann-Reimer Gambit|C15
D|C15
6g Gambit|C00
1|C00
5
%ied Fox Defense|B00
#Global Opening|A00
$oldsmith Defense: Picklepuss Defense|B00
4|B00
$rob Opening: Alessi Gambit|A00
1Double Grob, Coca-Cola Gambit|A00
<|A00
1Grob Gambit Declined|A00
<, Basman Gambit|A00
>Fritz Gambit, Romford Countergambit|A00
J|A00
>Keres Gambit|A00
>Richter-Grob Gambit|A00
<|A00
1Keene Defense, Main Line|A00
>|A00
1London Defense|A00
1Romford Countergambit|A00
1Spike Attack|A00
6, Hurst Attack|A00
1Zilbermints Gambit, Schiller Defense|A00
EZilbermints-Hartlaub Gambit|A00
C|A00
/|A00
%ünfeld Defense: Botvinnik Variation|D95
6rinckmann Attack, Grünfeld Gambit Accepted|D84
W, Botvinnik Variation|D83
YCapablanca Variation|D83
W|D83
HReshevsky Gambit|D83
F|D82
5Counterthrust Variation|E60
5Exchange Variation, Classical Variation|D86
ILarsen Variation|D86
]
IModern Exchange Variation, Kramnik's Line|D85
dPawn Grab Line|D85
b|D85
f
f
INadanian Attack|D85
ISeville Variation|D87
Jimagin's Improved Variation|D86
SLesser Variation|D86
Jokolsky Variation|D89
Jpassky Variation|D87
]8
]9
G|D85
5Flohr Defense|D94
;Variation|D90
5Gibbon Gambit|D80
5Lundin Variation|D80
7tikov Variation, Murrey Attack|D80
F|D80
5Makogonov Variation|D94
5Opocensky Variation|D94
5Pachman Variation|D95
5Russian Variation, Accelerated Variation|D81
HByrne Variation|D97
HHungarian Variation|D97
HKeres Variation|D98
HLevenfish Variation|D97
HPrins Variation|D97
HSmyslov Variation|D98
\\9
Izabo Variation|D97
HYugoslav Variation|D99
F|D96
I7
5Smyslov Defense|D94
6tockholm Variation|D80
5Three Knights Variation, Burille Variation, Reversed Tarrasch|A56
_|D94
NHungarian Attack|D92
XVariation|D93
NParis Variation|D94
Oetrosian System|D91
NVienna Variation|D95
L|D90
P
5Zaitsev Gambit|D80
3|D80
$underam Defense|C40
#Hippopotamus Defense|B00
;
$orwitz Defense: Zilbermints Gambit|A40
2|A40
$ungarian Opening: Asten Gambit|A00
6Burk Gambit|A00
7ücker Gambit|A00
6Catalan Formation|A00
6Dutch Defense|A00
6Indian Defense|A00
6Myers Defense|A00
6Pachman Gambit|A00
8ris Gambit|A00
6Reversed Alekhine|A00
?Brooklyn Defense, Brooklyn Benko Gambit|A00
?Modern Defense|A00
?Norwegian Defense|A00
6Sicilian Invitation|A00
7lav Formation|A00
7ymmetrical Variation|A00
6Van Kuijk Gambit|A00
6Wiedenhagen-Beta Gambit|A07
8nterberg Gambit|A00
4|A00
#Indian Defense: Accelerated London System|A45
4nti-Grünfeld, Adorjan Gambit|E60
Dvance Variation|E60
Clekhine Variation, Leko Gambit|E60
T|E60
BBasman-Williams Attack|E60
8Nimzo-Indian|E10
3Budapest Gambit Accepted, Fajarowicz Defense, Bonsdorf Variation|A51
aSteiner Variation|A51
_|A51
MMain Line, Adler Variation|A52
Ylekhine Variation, Abonyi Variation|A52
lTartakower Defense|A52
j|A52
XRubinstein Variation|A52
V|A52
K|A51
B|A51
3Colle System, King's Indian Variation|A48
4zech-Indian|A46
3Devin Gambit|E00
4zindzi-Indian Defense|E10
4öry Indian|E10
3Gedult Attack|A45
4ibbins-Weidenhagen Gambit Accepted|A45
M, Maltese Falcon|A45
OOshima Defense|A45
OStummer Gambit|A45
M|A45
3Knights Variation, Alburt-Miles Variation|A46
D|A46
3Lazard Gambit|A45
4ondon System|A46
3Maddigan Gambit|A45
4edusa Gambit|A50
3Normal Variation|A50
3Omega Gambit, Arafat Gambit|A45
?|A45
3Paleface Attack, Blackmar-Diemer Gambit Deferred|A45
5wn Push Variation|A45
4olish Variation|A46
4rzepiorka Variation|A49
4seudo-Benko|A43
4yrenees Gambit|A50
3Reversed Chigorin Defense|A45
3Schnepper Gambit|A47
4eirawan Attack|E00
4pielmann-Indian|A46
3Tartakower Attack|A45
3Wade-Tartakower Defense|A46
4est Indian Defense|E60
1|A45
2E00
$rish Gambit|C44
$talian Game: Anti-Fried Liver Defense|C50
1Bird's Attack|C53
2lackburne-Kostić Gambit|C50
1Classical Variation, Albin Gambit|C50
FCenter Attack|C54
MHolding Variation|C53
Glosed Variation|C53
FEisinger Variation|C53
FGhulam-Kassim Variation|C54
Giuoco Pianissimo, Albin Variation|C54
YMain Line|C54
Ywith a4 a5|C54
_5|C54
_6|C54
d
^h6|C54
W|C54
[
[
[
[
[
[
[
[
[
[
[
[
[
[
[
[
Greco Gambit, Anderssen Variation|C54
TDubov Italian|C54
TGreco Variation|C54
TMain Line|C54
Uodern Line|C54
c
Veller-Bayonet Attack|C54
\\Therkatz Attack|C54
TTraditional Line|C54
FLa Bourdonnais Variation|C53
FMestel Variation|C53
FTarrasch Variation|C53
Fwith d5|C54
D|C53
G4
1Deutz Gambit|C50
1Evans Gambit Accepted|C51
>Declined, Cordel Variation|C51
HHicken Variation|C51
Jrschbach Variation|C51
HLange Variation|C51
HPavlov Variation|C51
HShowalter Variation|C51
HVasquez Variation|C51
F|C51
J
=, Alapin-Steinitz Variation|C52
@nderssen Defense|C52
IVariation, Cordel Line|C51
R|C51
?Bronstein Defense|C52
?Compromised Defense, Main Line|C52
TPotter Variation|C52
R|C52
?Dufresne Defense|C52
?Fontaine Countergambit|C51
@raser Attack|C51
E-Mortimer Attack|C51
?Göring Attack|C51
?Harding Variation|C51
@ein Countergambit|C51
?Johner Defense|C52
?Laroche Variation|C52
Asker Defense|C52
@eonhardt Countergambit|C52
Avenfish Variation|C52
?Main Line|C52
Ayet Defense|C51
@cDonnell Defense, Main Line|C51
P|C51
@ieses Defense|C52
@orphy Attack|C51
Btimer-Evans Gambit|C51
?Paulsen Variation|C51
@ierce Defense|C52
?Richardson Attack|C52
?Sanders-Alapin Variation|C52
@low Variation|C52
@okolsky Variation|C52
@teinitz Variation|C51
Aone-Ware Variation|C51
?Tartakower Attack|C52
?Ulvestad Variation|C51
?Waller Attack|C52
=|C51
A
@2
1Giuoco Pianissimo, Canal Variation|C50
DDubois Variation|C50
DItalian Four Knights Variation|C50
DLucchini Gambit|C50
DNormal|C50
B|C50
F
F
F
<o, Aitken Variation|C54
?Bernstein Variation|C54
?Cracow Variation|C54
?Greco's Attack|C54
?Holzhausen Attack|C54
?Krause Variation|C54
?Rosentreter Variation|C54
?Steinitz Variation|C54
?Therkatz-Herzog Variation|C54
=|C50
1Hungarian Defense, Tartakower Variation|C50
B|C50
1Jerome Gambit|C50
1Paris Defense|C50
1Rosentreter Gambit|C50
3usseau Gambit|C50
1Scotch Gambit, Anderssen Attack, Main Line|C56
P|C56
@Canal Variation|C56
@Double Gambit Accepted|C56
@Janowski Defense|C56
@Max Lange Attack Accepted|C56
P, Long Variation|C56
RSpielmann Defense|C56
P|C56
T
@Nakhmanson Gambit|C56
@Walbrodt-Baird Gambit|C56
@de Riviere Defense|C56
>|C56
8Invitation Declined|C56
1Two Knights Defense, Blackburne Variation|C58
FColman Variation|C58
FFegatello Attack, Leonhardt Variation|C57
Gried Liver Attack|C57
Itz Variation|C57
K, Gruber Variation|C57
FKeidansky Variation|C56
Gloss Gambit|C57
Gnight Attack, Normal Variation|C57
S|C57
Horre Variation|C59
FLolli Attack|C57
FMaróczy Variation|C58
Hx Lange Attack, Berger Variation|C56
XKrause Variation|C56
XLoman Defense|C56
XRubinstein Variation|C56
V|C56
Godern Bishop's Opening|C55
a
a
FOpen Variation|C56
FPaoli Variation|C58
Gerreux Variation|C56
Gincus Variation|C57
Golerio Defense, Bishop Check Line|C58
Xogoljubow Variation|C58
WGöring Variation|C59
WKieseritzky Variation|C58
WSuhle Defense|C59
WYankovich Variation|C58
U|C58
Hnziani-Steinitz Gambit|C57
FSteinitz Variation|C59
FTraxler Counterattack, Bishop Sacrifice Line|C57
]King March Line|C57
^night Sacrifice Line|C57
[|C57
NVariation, Trencianske-Teplice Gambit|C57
FUlvestad Variation, Kurkin Gambit|C57
X|C57
FYurdansky Attack|C56
D|C55
H
H
G8
/|C50
#Kangaroo Defense: Keres Defense, Transpositional Variation|A40
3|A40
$ing's Gambit Accepted: Abbazia Defense, Main Line|C36
J|C36
<llgaier Gambit, Thorold Attack|C39
LUrusov Attack|C39
J|C39
C, Blackburne Gambit|C39
ECook Variation|C39
EHorny Defense|C39
ESchlechter Defense|C39
EUrusov Attack|C39
<ustralian Gambit|C37
;Basman Gambit|C33
<ecker Defense|C34
<ishop's Gambit, Anderssen Defense|C33
VVariation|C33
LBledow Countergambit|C33
SVariation|C33
Moden Variation|C33
Ngoljubow Defense|C33
WVariation|C33
Nren-Svenonius Variation|C33
Mryan Countergambit|C33
LChigorin's Attack|C33
Mlassical Defense, Cozio Attack|C33
]|C33
Mozio Defense|C33
RVariation|C33
LFirst Jaenisch Variation|C33
Mraser Variation|C33
LGianutio Gambit|C33
Mreco Variation|C33
Nimm Attack|C33
LKieseritzky Gambit|C33
LLopez Defense|C33
RVariation|C33
LMaurian Defense|C33
McDonnell Attack|C33
\`
LPaulsen Attack|C33
LSteinitz Defense|C33
J|C33
<lachly Gambit|C37
<onsch-Osmolovsky Variation|C34
<reyer Gambit|C33
;Carrera Gambit|C33
<unningham Defense, Bertin Gambit|C35
\`
OMcCormick Defense|C35
M|C35
;Dodo Variation|C33
=uble Muzio Gambit, Baldwin Gambit|C37
Qello Gambit|C37
PPaulsen Defense|C37
PYoung Gambit|C37
N|C37
;Eisenberg Variation|C33
;Fischer Defense, Schulder Gambit|C34
Mpanish Variation|C34
J|C34
;Gaga Gambit|C33
<hulam-Kassim Gambit|C37
S
<ianutio Countergambit|C34
<reco Gambit|C34
J8
;Hanstein Gambit|C38
;Kieseritzky Gambit, Anderssen Defense|C39
X-Cordel Gambit|C39
OBerlin Defense, Rubinstein Variation|C39
_de Riviere Variation|C39
]|C39
Prentano Defense, Caro Variation|C39
_|C39
c
OCotter Gambit|C39
OKolisch Defense|C39
OLong Whip|C39
ONeumann Defense|C39
OPaulsen Defense Deferred|C39
^|C39
ORice Gambit|C39
Posenthal Defense|C39
M|C39
F, Long Whip Defense, Jaenisch Variation|C39
HPolerio Defense|C39
HRice Gambit|C39
HSalvio Defense, Cozio Variation|C39
=ng's Knight's Gambit|C34
U
T7
T9
<otov Gambit|C37
;Lolli Gambit, Young Variation|C37
G|C37
=pez-Gianutio Countergambit, Hein Variation|C33
;MacLeod Defense|C34
=son-Keres Gambit|C33
=yet Gambit|C38
<cDonnell Gambit|C37
<iddleton Countergambit|C37
<odern Defense|C36
M
<uzio Gambit Accepted, From's Defense|C37
G, Brentano Defense|C37
IHolloway Defense|C37
IKling and Horwitz Counterattack|C37
ISarratt Defense|C37
IWild Muzio Gambit|C37
;Orsini Gambit|C33
;Paris Gambit|C33
<hilidor Gambit, Schultz Variation|C38
J|C38
;Quaade Gambit|C37
;Rosentreter Gambit, Bird Gambit|C37
OSörensen Gambit|C37
OTesta Variation|C37
M|C37
;Salvio Gambit, Anderssen Counterattack|C37
JCochrane Gambit|C37
JSanta Maria Defense|C37
Kilberschmidt Defense|C37
JViennese Variation|C37
H|C37
<challopp Defense, Tashkent Attack|C34
L|C34
>urig Gambit, with Bb5|C33
Qd3|C33
<ilberschmidt Gambit|C37
<tamma Gambit|C33
<örensen Gambit|C37
;Tartakower Gambit, Weiss Defense|C33
L|C33
<raditional Variation|C38
<umbleweed|C33
;Villemson Gambit|C33
;Wagenbach Defense|C34
9|C33
1Declined: Classical Variation, Euwe Attack|C30
PRotlewi Countergambit|C30
Qubinstein Countergambit|C30
PWalthoffen Attack|C30
N|C30
R
D, Hanham Variation|C30
FRéti Variation|C30
FSoldatenkov Variation|C30
Gvenonius Variation|C30
;Falkbeer Countergambit Accepted|C31
Q, Alapin Variation|C32
Tnderssen Attack|C31
SBlackburne Attack|C31
SCharousek Gambit Accepted|C32
c, Keres Variation|C32
eMain Line|C32
forphy Defense|C31
eOld Line|C32
c|C31
f2
]Variation|C32
SHinrichsen Gambit|C31
SMiles Gambit|C31
Vner-Barry Variation|C31
Todern Transfer|C31
SNimzowitsch-Marshall Countergambit|C31
SPickler Gambit|C31
SRubinstein Variation|C31
SStaunton Line|C31
STarrasch Variation|C32
Q|C31
;Hobbs-Zilbermints Gambit|C30
;Keene Defense|C30
@'s Defense|C30
N
;Mafia Defense|C30
<iles Defense|C30
;Norwalde Variation, Bücker Gambit|C30
OSchubert Variation|C30
M|C30
;Panteldakis Countergambit, Greco Variation|C30
VPawn Sacrifice Line|C30
VSchiller's Defense|C30
Whirazi Line|C30
Wymmetrical Variation|C30
T|C30
<etrov's Defense|C30
;Queen's Knight Defense|C30
;Senechaud Countergambit|C30
<oller-Zilbermints Gambit|C30
;Zilbermints Double Countergambit|C30
NGambit|C30
0|C30
*Indian Attack, with Bf5|A07
E
E
E
E
>e6|A07
D
7: Double Fianchetto|A07
9French Variation|A08
9Keres Variation|A07
L
L
L
9Omega-Delta Gambit|A07
9Pachman System|A07
9Sicilian Variation|A07
N8
O
O
:myslov Variation|A05
:passky Variation|A05
:ymmetrical Defense|A05
9Wahls Defense|A05
9Yugoslav Variation|A07
O
7|A05
:7
1Defense: Accelerated Averbakh Variation|E70
;verbakh Variation, Benoni Defense, Advance Variation|E74
^Exchange Variation|E74
\\|E74
NFlexible Defense|E73
NGeller Defense|E73
NMain Line|E75
Oodern Defense, Burgess Line|E73
\\|E73
NNc6 Defense|E73
NSpanish Defense|E73
L|E73
:Exchange Variation|E92
:Fianchetto Variation, Benjamin Defense|E61
PCarlsbad Variation|E62
Qlassical Fianchetto|E67
ZMain Line|E69
ZVariation|E68
PDebrecen Defense|E67
Rlayed Fianchetto|E62
Qouble Fianchetto Attack|E64
PHungarian Variation|E64
PImmediate Fianchetto|E60
PKavalek Defense|E62
PLarsen Defense|E62
Qesser Simagin (Spassky)|E62
Qong Variation|E68
PPanno Variation, Blockade Line|E63
aDonner Line|E63
aKorchnoi Line|E63
_|E63
Qterodactyl Variation|E64
PSimagin Variation|E62
PUhlmann-Szabo System|E62
PYugoslav System|E64
YVariation, Advance Line|E66
dExchange Line|E65
dRare Line|E64
b|E65
N|E60
;our Pawns Attack, Dynamic Attack|E76
MExchange Variation|E79
MFlorentine Gambit|E77
Ouid Attack|E78
MModern Defense|E76
MNormal Attack|E77
K|E76
N7
:Karpov System|E71
<zakh Variation|E91
;ramer Variation|E70
:Larsen Variation|E90
:Makogonov Variation|E71
:Normal Variation, Deferred Fianchetto|E72
LKing's Knight Variation|E60
LRare Defenses|E90
LStandard Development|E73
J|E70
N
:Orthodox Variation, Aronin-Taimanov Defense|E97
NBayonet Attack, Sokolov's Line|E97
^Yepishin's Line|E97
\\|E97
NClassical System, Benko Attack|E99
\`Kozul Gambit|E98
\`Neo-Classical Line|E98
\`Traditional Line|E99
^|E98
NDonner Defense|E94
NGlek Defense|E94
Pigoric-Taimanov System|E92
NKorchnoi Attack|E97
NModern System|E97
NPositional Defense, Closed Line|E94
bMain Line|E96
\`|E94
NUkrainian Defense|E94
L|E91
O2
O4
O5
:Petrosian Variation, Keres Defense|E93
ONormal Defense|E93
OStein Defense|E92
M|E92
;omar System|E72
:Santasiere Variation|E60
;emi-Averbakh System|E73
?Classical Variation, Benoni Variation|E60
TExchange Variation|E61
THollywood Variation|E60
TQueenside Storm Line|E61
R|E61
;ix Pawns Attack|E77
;myslov Variation|E61
;teiner Attack|E81
L
L
L
;ämisch Variation, Bobotsov-Korchnoi-Petrosian Variation|E81
Nronstein Defense|E87
Nyrne Defense|E81
MClosed Variation, Main Line|E89
]|E87
\`8
MDouble Fianchetto|E82
MNormal Defense|E81
MOrthodox Variation, Bronstein Variation|E87
_|E85
MPanno Formation|E83
SMain Line|E84
MRuban Variation|E83
MSämisch Gambit Accepted|E81
[|E81
MYates Defense|E83
K|E80
N6
:Zinnowitz Variation|E90
8|E61
*Knight Opening: Konstantinopolsky|C44
:Normal Variation|C44
8|C40
*Pawn Game: Alapin Opening|C20
5Bavarian Gambit|C20
6eyer Gambit|C20
6usch-Gass Gambit, Chiodini Gambit|C40
F|C40
5Clam Variation, King's Gambit Reversed|C20
ERadisch Gambit|C20
5Damiano Defense, Damiano Gambit, Chigorin Gambit|C40
T|C40
D|C40
6resden Opening|C44
5Gunderam Defense, Gunderam Gambit|C40
>Gambit|C40
5King's Head Opening|C20
L
5La Bourdonnais Gambit|C40
6eonardis Variation|C20
5MacLeod Attack, Lasa Gambit|C20
ENorwalde Gambit|C20
C|C20
7róczy Defense|B07
6cConnell Defense|C40
6engarini's Opening|C20
5Napoleon Attack|C20
5Pachman Wing Gambit|C44
6hilidor Gambit|C20
5Schulze-Müller Gambit|C44
5Tayler Opening, Basman Gambit|C44
EInverted Hanham|C44
C|C44
G
6ortoise Opening|C20
5Wayward Queen Attack, Kiddie Countergambit|C20
KMellon Gambit|C20
I|C20
6eber Gambit|C20
3|B00
4C20
/Opening: Speers|C20
8Van Hooydoon Gambit|C20
6|C20
$ádas Opening: Beginner's Trap|A00
2Koola-Koola Variation|A00
3ádas Gambit|A00
B
B
2Myers Variation|A00
2Schneider Gambit|A00
3teinbok Gambit|A00
0|A00
#Lasker Simul Special|A00
%tvian Gambit Accepted: Bilguer Variation|C40
=ronstein Attack|C40
FGambit|C40
<Foltys Variation|C40
B-Leonhardt Variation|C40
<Leonhardt Variation|C40
<Main Line|C40
<Nimzowitsch Attack|C40
:|C40
1: Behting Variation|C40
3Clam Gambit|C44
4orkscrew Countergambit|C40
=Gambit|C40
3Diepstraten Countergambit|C40
3Fraser Defense|C40
3Greco Variation|C40
3Lobster Gambit|C40
3Mason Countergambit|C40
5yet Attack, Morgado Defense|C40
APoisoned Pawn Variation|C40
Clerio-Svedenborg Variation|C40
AStrautins Gambit|C40
?|C40
4lotkowski Variation|C40
3Senechaud Gambit|C40
1|C40
$emming Defense|B00
$ion Defense: Anti-Philidor, Lion's Cave, Lion Claw Gambit|B07
K|B07
>|B07
1Bayonet Attack|B07
1Lion's Jaw|B00
/|B07
$ondon System, with Bd3|A48
8e2|A48
>
>
0: Poisoned Pawn Variation|D02
0|A48
4
4
#Marienbad System: Berg Variation|A47
3|A47
$exican Defense: Horsefly Gambit|A50
2|A50
$ieses Opening: Myers Spike Attack|A00
3Reversed Rat|A00
3Venezolana Variation|A00
1|A00
%kenas Defense: Cannstatter Variation|A40
4Lithuanian Variation|A40
4Pozarek Gambit|A40
2|A40
$odern Defense: Anti-Modern|B06
4verbakh System|A42
<Variation, Pseudo-Sämisch|A42
3Beefeater Variation|A40
4ishop Attack, Bücker Gambit|B06
BMonkey's Bum|B06
@|B06
3Dunworthy Variation|B06
3Fianchetto Gambit|B06
3Geller's System|B07
4urgenidze Defense|B06
3Kotov Variation|A42
3Lizard Defense, Mittenberger Gambit|B06
CPirc-Diemer Gambit|A40
3Masur Gambit|B06
4odern Pterodactyl|B06
5ngredien Defense, with Nc3|B06
Mf3|B06
3Neo-Modern Defense|A41
4orwegian Defense, Norwegian Gambit|B06
D|B06
3Pseudo-Austrian Attack|B06
4terodactyl Variation|B27
3Randspringer Variation|A42
3Semi-Averbakh Variation, Polish Variation|A04
Mterodactyl Variation Accepted|A04
bDeclined|B06
a|A04
4tandard Defense|B06
<Line|B06
3Three Pawns Attack|B06
4wo Knights Variation, Suttles Variation, Tal Gambit|B06
[|B06
H|B06
3Westermann Gambit|B06
4ind Gambit|B06
1|A41
2B06
5
%ntevideo Defense|A40
#Neo-Grünfeld Defense: Classical Variation, Modern Defense|D77
NOriginal Defense|D78
NPolgar Variation|D77
L|D77
9Delayed Exchange Variation|D74
V5
W
V6
9Exchange Variation|D71
O
9Goglidze Attack|D70
9Ultra-Delayed Exchange Variation|D79
9with Nf3|D70
>g3|D70
C2
C3
$imzo-Indian Defense: Classical Variation, Belyavsky Gambit|E34
Prlin Variation, Macieja System|E39
\`Pirc Variation|E39
\`Steiner Variation|E38
^|E38
b
NKeres Defense|E32
NMilner-Barry Variation|E33
Oodern Variation|E37
NNoa Variation, Botvinnik Variation|E36
]Main Line|E36
]San Remo Variation|E37
[|E34
^5
^6
^7
NRomanishin Gambit|E36
NVitolins-Adorjan Gambit|E32
NZurich Variation|E33
L|E32
9Dilworth Gambit|E20
9Kmoch Variation|E20
9Leningrad Variation, Averbakh Gambit|E30
NBenoni Defense|E31
L|E30
9Mikenas Attack|E20
9Normal Variation, Bernstein Defense, Exchange Line|E58
\\|E59
\`
Lotvinnik System|E49
KClassical Defense|E48
KGligoric System, Bernstein Defense|E56
p7
]ronstein Variation|E55
\\Exchange Variation|E54
r
\\Keres Variation|E53
\\Smyslov Variation|E54
Z|E53
^
KRagozin Variation|E51
KSchlechter Defense|E52
a
Lämisch Deferred|E51
I|E46
L7
9Ragozin Defense|E48
AVariation|E51
:eshevsky Variation|E46
:omanishin Variation, English Hybrid|E20
M|E20
Q
:ubinstein System, Hübner Variation|E41
\`
LRubinstein Variation, Main Line|E42
bSherbakov Attack|E42
\`|E42
LTaimanov Variation|E40
J|E40
M1
9Simagin Variation|E46
:pielmann Variation, Carlsbad Variation|E23
NRomanovsky Gambit|E23
NStahlberg Variation|E23
e
L|E22
:t. Petersburg Variation, American Variation|E44
SFischer Variation|E45
SRomanishin-Psakhis Variation|E44
Swith Ne4|E43
Q|E43
U
U
U
U
U
U
U
U
U
U
T4
:ämisch Variation, Botvinnik Variation|E24
LCapablanca Variation|E29
LKeres Variation|E25
LO'Kelly Variation|E26
LRomanovsky Variation|E25
J|E24
M5
M6
M7
M8
M9
9Three Knights Variation, Euwe Variation|E21
RKorchnoi Variation|E21
RShocron Gambit|E21
P|E21
7|E20
950
)Larsen Attack: Classical Variation|A01
N6
8Dutch Variation|A01
8English Variation|A01
8Graz Attack|A01
8Indian Variation|A01
8Modern Variation|A01
L
L
L
8Norfolk Gambit|A06
J
8Pachman Gambit|A01
9olish Variation|A01
8Ringelbach Gambit|A01
8Spike Variation|A01
9ymmetrical Variation|A01
6|A01
(witsch Defense: Breyer Variation|B00
8Colorado Countergambit Accepted|B00
N|B00
8Declined Variation|B00
8El Columpio Defense, El Columpio Gambit|B00
Nxchange Variation|B00
MPin Variation|B00
K|B00
8Franco-Nimzowitsch Variation|B00
:ench Connection|B00
8Hornung Gambit|B00
8Kennedy Variation, Bielefelder Gambit|B00
KHammer Gambit|B00
Lerford Gambit|B00
KKeres Attack|B00
KLinksspringer Variation|B00
KMain Line|B00
KPaulsen Attack|B00
KRiemann Defense|B00
Kde Smet Gambit|B00
I|B00
8Mikenas Variation|B00
8Neo-Mongoloid Defense|B00
8Pirc Connection|B00
9seudo-Spanish Variation|B00
8Scandinavian Variation, Aachen Gambit|B00
Qdvance Variation|B00
PBogoljubow Variation, Brandics Gambit|B00
fErben Gambit|B00
fHeinola-Deppe Gambit|B00
fNimzowitsch Gambit|B00
fRichter Gambit|B00
fVehre Variation|B00
d|B00
h
PExchange Variation, Marshall Gambit|B00
b|B00
N|B00
8Wheeler Gambit|B00
9illiams Variation|B00
9oodchuck Variation|B00
6|B00
:
#Old Indian Defense: Aged Gibbon Gambit|A53
7Czech Variation, with Nc3|A53
Nf3|A53
7Duz-Khotimirsky Variation|A54
7Janowski Variation, Fianchetto Variation|A53
KGrinberg Gambit|A53
KMain Line|A53
I|A53
7Normal Variation|A55
7Tartakower-Indian|A54
8wo Knights Variation|A54
7Ukrainian Variation|A54
5|A41
753
$wen Defense: Guatemala Defense|B00
1Hekili-Loa Gambit|B00
1Matovinsky Gambit|B00
1Naselwaus Gambit|B00
1Smith Gambit|B00
1Unicorn Variation|B00
1Wind Gambit|B00
/|B00
#Paleface Attack|A45
$etrov's Defense: Classical Attack, Berger Variation|C42
GChigorin Variation, Browne Attack|C42
[Main Line|C42
Y|C42
Hlosed Variation|C42
GJaenisch Variation|C42
GKrause Variation|C42
GMarshall Trap|C42
PVariation, Chinese Gambit|C42
Y|C42
Jóczy Variation|C42
Ison Variation|C42
L-Showalter Variation|C42
GStaunton Variation|C42
GTarrasch Variation|C42
E|C42
6ochrane Gambit, Bishop Check Line|C42
FCenter Variation|C42
D|C42
7zio Attack|C42
5Damiano Variation, Kholmov Gambit|C42
F|C42
5French Attack|C42
5Italian Variation|C42
5Karklins-Martinovsky Variation|C42
7ufmann Attack|C42
5Millennium Attack|C42
6odern Attack, Bardeleben Variation|C43
DCenter Attack|C43
KVariation|C43
DMurrey Variation|C43
DSteinitz Variation|C43
Eymmetrical Variation|C43
DTal Gambit|C43
Erifunovic Variation|C43
B|C43
F
7ody Gambit|C42
5Nimzowitsch Attack|C42
5Paulsen Attack|C42
5Stafford Gambit Accepted|C42
Q
Q
D|C42
5Three Knights Game|C42
3|C42
7
7
7
7
$hilidor Defense: Albin-Blackburne Gambit|C41
5Berger Variation|C41
6ird Gambit|C41
6oden Variation|C41
5Exchange Variation|C41
K
K
5Hanham Variation, Delmar Variation|C41
GKrause Variation|C41
GSchlechter Variation|C41
Hharp Variation|C41
Hteiner Variation|C41
E|C41
;, Kmoch Variation|C41
5Larsen Variation|C41
6ion Variation, Bishop Sacrifice|C41
EDelayed Bishop Sacrifice|C41
EForcing Line|C41
ELion's Claw, with Bc4 and h6|C41
Xe2 and c6|C41
EShirov Gambit|C41
Fozin Variation|C41
C|C41
6opez Countergambit, Jaenisch Variation|C41
H|C41
5Morphy Gambit|C41
5Nimzowitsch Variation, Klein Variation|C41
LRellstab Variation|C41
LSokolsky Variation|C41
J|C41
N
@, Larobok Variation|C41
Cocock Variation|C41
5Paulsen Attack|C41
6hilidor Countergambit, Berger Variation|C41
MZukertort Variation|C41
Mdel Rio Attack|C41
K|C41
>Gambit|C41
5Steinitz Variation|C41
3|C41
7
7
7
$irc Defense: 150 Attack, Inner Doll Defense|B07
=Sveshnikov-Jansa Attack|B07
;|B07
1Austrian Attack, Dragon Formation|B09
BKurajica Variation|B09
BLjubojevic Variation|B09
BUnzicker Attack, Bronstein Variation|B09
Q|B09
BWeiss Variation|B09
@|B09
D
1Bayonet Attack|B07
2yrne Variation|B07
1Chinese Variation|B07
2lassical Variation, Quiet System, Chigorin Line|B08
Uzech Defense|B08
TParma Defense|B08
R|B08
FSchlechter Variation|B08
D|B08
H
1Kholmov System|B07
1Roscher Gambit|B00
1Sveshnikov System|B07
/|B00
3
3
27
$olish Defense: Spassky Gambit Accepted|A40
1|A40
*Opening, with d5|A00
>
1: Baltic Defense|A00
4irmingham Gambit|A00
4ugayev Advance Variation|A00
<ttack|A00
3Czech Defense|A00
3Dutch Defense|A00
3German Defense|A00
4rigorian Variation|A00
3Karniewski Variation|A00
4ing's Indian Variation, Schiffler Attack|A00
Mokolsky Attack|A00
J|A00
3Myers Variation|A00
3Outflank Variation, Schuehler Gambit|A00
E|A00
3Queen's Indian Variation|A00
8side Defense|A00
3Rooks Swap Line|A00
3Schiffler-Sokolsky Variation|A00
6uehler Gambit|A00
4ymmetrical Variation|A00
3Tartakower Gambit|A00
3Wolferts Gambit|A00
3Zukertort System|A05
1|A00
%nziani Opening: Caro Gambit|C44
5Jaenisch Counterattack|C44
O
O
O
5Leonhardt Variation|C44
5Neumann Gambit|C44
5Ponziani Countergambit, Schmidt Attack|C44
K|C44
5Romanishin Variation|C44
6éti Variation|C44
5Spanish Variation, Harrwitz Attack, Nikitin Gambit|C44
F|C44
6teinitz Variation|C44
5Vukovic Gambit|C44
3|C44
%rtuguese Opening: Miguel Gambit|C20
7Portuguese Gambit|C20
5|C20
$seudo Queen's Indian Defense|A47
D
$terodactyl Defense: Austrian, Austriadactylus Western|B06
BGrand Prix Pterodactyl|B06
BPteranodon|B06
8Central, Anhanguera|B06
ABenoni Beefeater Pterodactyl|A40
HPterodactyl|A40
HQuetzalcoatlus|B06
Bogolubovia|A42
AQuetzalcoatlus Gambit|B06
8Eastern, Anhanguera|B06
ABenoni Pteranodon|B06
Lodactyl|B06
G|B06
APteranodon|B06
ARhamphorhynchus|B06
8Fianchetto, King Pterodactyl|B06
DQueen Benoni Pterodactyl|A40
JPteranodon|A40
Nodactyl|A40
DRhamphorhynchus|B06
8Queen Pterodactyl, Quiet Line|A40
8Sicilian, Anhanguera|B27
BBenoni Gambit|B27
BPteranodon|B27
BQuetzalcoatlus|B06
BRhamphorhynchus|B27
BSiroccopteryx|B06
BUnpin|B27
8Western, Anhanguera|B06
APterodactyl|B27
ARhamphorhynchus|B27
ASiroccopteryx|B06
6|A42
#Queen's Gambit Accepted: Accelerated Mannheim Variation|D20
=lekhine Defense, Alatortsev Variation|D22
NBorisenko-Furman Variation|D21
NHaberditz Variation|D22
L|D22
<Bogoljubow Defense|D24
<Central Variation, Alekhine System|D20
OGreco Variation|D20
OMcDonnell Defense, Somov Gambit|D20
\`|D20
Podern Defense|D20
ORubinstein Defense, Yefimov Gambit|D20
a|D20
=lassical Defense, Alekhine System, Main Line|D29
m
\`Smyslov Variation|D29
^|D28
b
OMain Line|D27
\\
ONormal Line|D26
ORubinstein Variation|D27
g
Qssian Gambit|D27
OSteinitz Variation, Development Variation|D26
cExchange Variation|D26
M|D26
E, Flohr Variation|D28
Hurman Variation|D26
<Furman Variation|D27
<Godes Variation|D21
=unsberg Defense, Prianishenmo Gambit|D24
L|D21
<Janowski-Larsen Variation|D25
<Linares Variation|D20
<Mannheim Variation|D23
<Normal Variation, Traditional System|D26
d
d
d
L|D21
O5
<Old Variation, Billinger Gambit|D20
KChristensen Gambit|D20
KKorchnoi Gambit|D20
KNovikov Gambit|D20
I|D20
<Rosenthal Variation|D21
<Saduleto Variation|D20
=chwartz Defense|D20
=howalter Variation|D24
=lav Gambit|D21
=myslov Variation|D25
<Winawer Defense|D25
:|D20
=3
=4
>
2Declined: Alapin Variation|D31
>bin Countergambit, Balogh Variation|D08
QFianchetto Variation, Be6 Line|D09
hf5 Line|D09
hg4 Line|D09
e|D09
QJanowski Variation|D08
QKrenosz Variation|D08
QLasker Trap|D08
QModern Line|D08
QNormal Line|D08
QSpassky Variation|D08
QTartakower Defense|D08
O|D08
>ekhine Variation|D51
=nti-Tartakower Variation, Petrosian Variation|D55
U|D55
=ustrian Attack, Salvio Countergambit|D06
EDefense, Gusev Countergambit|D06
NHaberditz Variation|D06
L|D06
<Baltic Defense, Argentinian Gambit|D06
LPseudo-Chigorin|D06
SSlav|D02
LQueen Attack Deferred|D06
X|D06
J|D06
>rmen Variation|D37
=een-Koomen Variation|D50
<Cambridge Springs Defense, Argentine Variation|D52
WBogoljubow Variation|D52
WCapablanca Variation|D52
WRubinstein Variation|D52
WYugoslav Variation|D52
U|D52
Y
>pablanca Variation, Anti-Cambridge Springs Variation|D51
P|D30
T
=harousek Variation, Miladinovic Gambit|D31
O|D31
>igorin Defense, Exchange Variation, Costa's Line|D07
\`|D07
NJanowski Variation|D07
NLazard Gambit|D07
NMain Line, Alekhine Variation|D07
W|D07
Oodern Gambit|D07
NTartakower Gambit|D07
L|D07
P
P
<Exchange Variation, Carlsen Variation|D35
Qhameleon Variation|D35
PPositional Variation|D35
h
PReshevsky Variation|D36
g
g
g
PSämisch Variation|D35
N|D35
R
R
<Harrwitz Attack, Fianchetto Defense|D37
MMain Line|D37
MOrthodox Defense|D37
MTwo Knights Defense, Blockade Line|D37
\`|D37
K|D35
N7
O
O
<Janowski Variation|D31
<Knight Defense, Alekhine Gambit|D37
<Lasker Defense, Bernstein Variation, Mar del Plata Gambit|D57
_|D57
LMain Line|D57
LRussian Variation|D56
LTeichmann Variation|D56
J|D53
M6
N
<Manhattan Variation|D51
>rshall Defense, Tan Gambit|D06
L|D06
=iles Variation|D37
=odern Variation, Heral Variation|D53
NKnight Defense|D51
\`
\`
NNormal Line|D55
L|D50
<Neo-Orthodox Variation, Main Line|D55
R|D54
U5
=ormal Defense|D35
<Orthodox Defense, Alekhine Variation|D67
NBd3 Line|D66
Z
Y7
Ootvinnik Variation|D60
e
NCapablanca System|D67
YVariation|D63
Olassical Variation|D68
e
e
d9
NFianchetto Variation|D66
NHenneberger Variation|D63
g
g
g
NJanowski Variation|D67
NMain Line|D63
[
[
Z7
NPillsbury Variation|D63
NRauzer Variation|D60
Oubinstein Attack|D64
c
c
c
b5
c
YVariation, Flohr Line|D62
b|D61
f
f
f
f
f
NSwiss, Carlsbad Variation|D63
L|D60
<Pillsbury Attack|D55
=seudo-Tarrasch Variation, Canal Variation|D50
WPrimitive Pillsbury Variation|D50
U|D50
<Queen's Knight Variation|D31
<Ragozin Defense, Alekhine Variation|D38
MVienna Variation|D39
K|D38
=ochlin Variation|D51
<Semi-Slav, Abrahams Variation|D31
GJunge Variation|D31
GKoomen Variation|D31
ATarrasch Defense, Endgame Variation|D41
Txchange Variation|D41
i
SKmoch Variation|D41
Trause Variation|D50
SLevenfish Variation|D40
SMain Line|D42
SPillsbury Variation|D40
i1
SSan Sebastian Variation|D41
Tymmetrical Variation|D40
Swith e3|D40
Q|D40
U
T1
U
U
U
?mering Variation|D30
=pielmann Variation|D30
=tonewall Variation|D30
<Tarrasch Defense, Pseudo-Tarrasch Bishop Attack|D30
]|D30
NStoltz Variation|D34
L|D32
P
P
P
?takower Defense, Exchange Variation|D58
PMakogonov Exchange Variation|D59
N|D58
Q9
=hree Knights Variation|D37
W
I, Vienna Variation|D37
=raditional Variation|D30
<Uhlmann Variation|D53
<Vienna Variation, Quiet Variation|D37
L|D30
<Westphalian Variation|D38
<Zilbermints Gambit|D06
:|D30
<52
=3
>
>
>
>
>
=6
1|D06
+Indian Accelerated|A50
2Defense, with e3, Bb4+ Line|E14
B|E14
F
F
F
F
F
F
F
F
F
F
F
F
F
9: Anti-Queen's Indian System|E17
<verbakh Variation|E14
;Buerger Variation|E15
;Capablanca Variation|E16
<lassical Variation, Polugaevsky Gambit|E17
PTaimanov Gambit|E17
Qiviakov Defense|E18
Qraditional Variation, Main Line|E19
gNimzowitsch Line|E18
e|E18
N|E17
;Euwe Variation|E17
;Fianchetto Variation, Check Variation, Intermezzo Line|E15
bModern Line|E15
\`|E15
QKramnik Variation|E17
QNimzowitsch Variation, Nimzowitsch Attack|E15
hQuiet Line|E15
hTimman's Line|E15
f|E15
QRubinstein Variation|E15
QSämisch Variation|E15
QTraditional Line|E15
O|E15
;Kasparov Variation, Botvinnik Attack|E12
M|E12
P3
C-Petrosian Variation, Andersson Variation|E12
YClassical Variation|E12
YHedgehog Variation|E12
YKasparov Attack|E12
YMain Line|E12
[rco Defense|E12
Zodern Variation|E12
YPetrosian Attack|E12
Zolovodin Gambit|E12
YRashkovsky Attack|E12
Zomanishin Attack|E12
W|E12
;Miles Variation|E12
;Opocensky Variation|E17
;Petrosian Variation, Farago Defense|E12
N|E12
;Riumin Variation|E16
;Spassky System3|E14
N
I|E14
M
M
M
;Traditional Variation|E17
;Yates Variation|E16
9|E12
+Pawn Game: Accelerated London System, Steinitz Countergambit Accepted|D00
g, Morris Countergambit Accepted|D00
}|D00
g|D00
O|D00
7nglo-Slav Opening|A40
8ti-Torre|D02
6Barry Attack, Grünfeld Variation|A48
DTarzan Attack|A48
B|A48
F
6Chandler Gambit|D02
8igorin Variation, Alburt Defense|D00
Knti-Veresov|D00
JFianchetto Defense|D00
JIrish Gambit|D00
JShaviliuk Gambit|D00
Lropshire Defense|D00
H|A45
ID00
L
K2
7olle System, Anti-Colle|D04
DGrünfeld Formation|D04
DTraditional Colle|D05
B|D04
E5
F
F
F
F
F
F
6Hübsch Gambit|D00
6Krause Variation|D02
6Levitsky Attack, Euwe Variation, Modern Line|D02
GWelling Variation|D00
E|D00
7iedmann Gambit|A43
7ondon System, Pterodactyl Variation|D02
Ewith e6|D02
P
C|D02
G
G
G
6Mason Attack|D00
7odern Defense|A40
6Rossolimo Variation|A41
6Stonewall Attack|D00
7ymmetrical Variation, Pseudo-Catalan|D02
_
_
K|D02
6Torre Attack, Breyer Variation|A46
DGossip Variation|D03
Erünfeld Variation, Main Line|A48
V|D03
Z
B|D03
F
F
F
F
F
F
F
F
F
F
6Veresov Attack, Classical Defense|A46
FDutch System|A80
=, Richter Attack|A45
6Zilbermints Countergambit|D02
7ukertort Variation|D02
L5
8rich Gambit|D00
4|A40
71
5D00
8
8
/, Mengarini Attack|E60
#Rapport-Jobava System, with e6|D01
8|D01
<
<
%t Defense: Accelerated Gurgenidze|B06
1ntal Defense|B00
0Balogh Defense|A82
0English Rat, Lisbon Gambit|A41
=Pounds Gambit|A41
;|A41
0Fuller Gambit|B00
0Harmonist|B00
0Petruccioli Attack|B00
0Small Center Defense|C00
1pike Attack|B00
$ichter-Veresov Attack: Boyce Defense|D01
;Malich Gambit|D01
;Richter Variation|D01
;Two Knights System, Grünfeld Defense|D01
M|D01
;Veresov Variation|D01
9|D01
=
$obatsch Defense: Rossolimo Variation|A41
$ubinstein Opening: Bogoljubow Defense|D05
7Classical Defense|D05
7Semi-Slav Defense|D05
L
L
5|D05
%y Lopez: Alapin Defense, Alapin Gambit|C60
<|C60
.Berlin Defense, Anti-Berlin Variation, Anderssen Variation|C65
UDuras Variation|C65
UKaufmann Variation|C65
UMortimer Trap|C65
^Variation|C65
S|C65
>Berlin Wall|C67
@verwijk Variation|C65
>Closed Bernstein Variation|C66
EShowalter Variation|C66
EWolf Variation|C66
?ordel Variation|C67
>Fishing Pole Variation|C65
>Hedgehog Variation|C66
>Improved Steinitz Defense|C66
>Minckwitz Variation|C67
>Nyholm Attack|C65
>Pillsbury Variation|C67
>Rio Gambit Accepted|C67
Bde Janeiro Variation|C67
Z
?osenthal Variation|C67
>Tarrasch Trap|C66
?rifunovic Variation|C67
>Winawer Attack|C67
>Zukertort Variation|C67
>l'Hermet Variation, Berlin Wall Defense|C67
RWesterinen Line|C67
P|C67
<|C65
@
/ird Variation, Paulsen Variation|C61
<|C61
2's Defense Deferred|C70
/rentano Gambit|C60
0ix Variation|C78
/ulgarian Variation|C60
.Central Countergambit|C78
/lassical Defense, Benelux Variation|C64
Boden Variation|C64
AZaitsev Variation|C64
8Variation, Central Variation|C64
Dharousek Variation|C64
Dordel Gambit|C64
CKonikowski Gambit|C64
CModern Main Line|C64
CSpanish Wing Gambit|C64
CZukertort Gambit|C65
A|C64
0osed Berlin Defense, Chigorin Variation|C66
4, Alekhine Gambit|C88
7nti-Marshall|C88
7verbakh Variation|C87
6Balla Variation|C88
8sque Gambit|C84
7ogoljubow Variation|C91
8risenko Variation|C96
7reyer Defense, Quiet Variation|C94
FZaitsev Hybrid|C95
D|C94
G5
H
<|C95
6Center Attack, Basque Gambit|C84
C|C84
7higorin Defense, Gajewski Gambit|C96
HPanov System|C99
F|C96
J
I7
J
I8
J
>, Yugoslav System|C97
6Delayed Exchange|C85
6Flohr System|C92
6Karpov Variation|C92
7ecskemet Variation|C72
8res Defense|C96
7holmov Variation|C92
6Leonhardt Variation|C88
7utikov Variation|C90
6Martinez Variation|C84
7orphy Attack|C84
6Pilnik Variation|C90
6Rosen Attack|C88
9solimo Defense|C96
6Smyslov Defense|C93
=-Breyer-Zaitsev Hybrid|C92
7uetin Variation|C90
6Trajkovic Counterattack|C88
6Worrall Attack, Castling Line|C86
W
FDelayed Castling Line|C86
D|C86
6Yates Variation, Short Attack|C91
E|C91
6Zaitsev System|C92
4|C84
78
8
690
72
/ozio Defense, Paulsen Variation|C60
=Tartakower Gambit|C60
;|C60
.Exchange Variation, Alapin Gambit|C69
Dekhine Variation|C68
BBronstein Variation|C69
BGligoric Variation|C69
BKeres Variation|C68
Cing's Bishop Variation|C69
BLutikov Variation|C68
BNormal Variation|C69
BRomanovsky Variation|C68
@|C68
6, Alekhine Variation|C68
.Fianchetto Defense, Kevitz Gambit|C60
@|C60
.Halloween Attack|C65
.Lucena Variation|C60
.Marshall Attack, Main Line, Spassky Variation|C89
H|C89
@odern Main Line|C89
FVariation|C89
?Original Marshall Attack|C89
?Re3 Variation|C89
?Steiner Variation|C89
=|C89
A
/orphy Defense, Alapin's Defense Deferred|C70
?nderssen Variation|C77
?rkhangelsk Variation|C78
>Bayreuth Variation|C77
>Caro Variation|C70
?lassical Defense Deferred|C70
?ozio Defense|C70
>Duras Variation|C77
>Fianchetto Defense Deferred|C70
>Graz Variation|C70
>Jaffe Gambit|C77
>Mackenzie Variation|C77
?odern Steinitz Defense, Fianchetto Variation|C76
WSiesta Variation|C74
U|C71
Y
Y
X2
X3
Y
X4
Y
X5
Y
?øller Variation|C78
>Neo-Arkhangelsk Variation|C78
?orwegian Variation, Nightingale Gambit|C70
Q|C70
>Schliemann Defense Deferred, Jaenisch Gambit Deferred|C70
Y|C70
?teinitz Deferred|C79
S
>Tarrasch Variation|C77
Atakower Variation|C80
>Wing Attack|C78
?ormald Attack|C77
<|C70
?8
@
.Noah's Ark Trap|C71
?88
/ürnberg Variation|C60
.Open Berlin Defense, Showalter Variation|C67
Cl'Hermet Variation|C67
2, Berger Variation|C80
7lin Variation|C82
7nstein Variation, Luther Line|C80
G|C80
5reslau Variation|C83
4Classical Defense, Main Line|C83
E|C83
I
4Dilworth Variation|C82
4Friess Attack|C80
4Harksen Gambit|C80
5owell Attack, Ekstrom Variation|C81
A|C81
E
4Italian Variation|C82
4Karpov Gambit|C80
5norre Variation|C80
4Main Line|C80
6lkin Variation|C83
5otzko Attack, Nenarokov Variation|C82
A|C82
4Richter Variation|C80
6ga Variation|C80
4Schlechter Defense|C80
5kipworth Gambit|C80
5t. Petersburg Variation|C82
4Tarrasch Trap|C83
4Zukertort Variation|C80
2|C80
6
6
6
52
.Pollock Defense|C60
.Rabinovich Variation|C78
/etreat Variation|C60
/otary-Albany Gambit|C60
.Schliemann Defense, Classical Variation|C63
BDyckhoff Variation|C63
BExchange Variation|C63
BJaenisch Gambit Accepted|C63
BKostić Defense|C63
BMöhring Variation|C63
BSchönemann Attack|C63
BTartakower Variation|C63
@|C63
/panish Countergambit, Harding Countergambit, Fricke Gambit|C60
MGambit|C60
C|C60
/teinitz Defense Deferred, Boleslavsky Variation|C79
ILipnitsky Variation|C79
>, Center Gambit|C62
@Nimzowitsch Attack|C62
@Semi-Duras Variation|C62
>|C62
B
.Vinogradov Variation|C60
.Wormald Attack, Grünfeld Variation|C77
,|C60
$éti Opening: Advance Variation, Michel Gambit|A09
DNavara Gambit|A09
B|A09
2nglo-Slav Variation, Bled Variation|A12
Hogoljubow Variation, Stonewall Line|A14
[|A12
_
_
_
GCapablanca Variation|A12
_
_
GGurevich System|A11
Z
Z
Z
Z
GLondon Defensive System|A12
b
b
b
GNew York System|A12
Z
Z
GTorre System|A12
W
W
W
Gwith dxc4|A12
Lg3|A11
R
R
R
R
R
E|A12
H4
1Penguin Variation|A09
1Reversed Blumenfeld Gambit|A09
2éti Accepted|A09
6Gambit, Keres Variation|A09
1Zilbermints Gambit|A09
/|A09
#Saragossa Opening|A00
$candinavian Defense: Anderssen Counterattack, Collijn Variation|B01
RGoteborg System|B01
ROrthodox Attack|B01
P|B01
9Blackburne Gambit|B01
C-Kloosterboer Gambit|B01
:oehnke Gambit|B01
:ronstein Variation|B01
9Classical Variation|B01
9Grünfeld Variation|B01
:ubinsky-Melts Defense|B01
9Icelandic-Palme Gambit|B01
9Kiel Variation|B01
:loosterboer Gambit|B01
:ádas Gambit|B01
9Lasker Variation|B01
9Main Line, Leonhardt Gambit|B01
DMieses Variation|B01
B|B01
;rshall Variation|B01
:ieses-Kotroc Variation|B01
:odern Variation, Gipslis Variation|B01
KWing Gambit|B01
I|B01
M
9Panov Transfer|B01
:ortuguese Gambit, Banker Variation|B01
LClassical Variation|B01
Morrespondence Refutation|B01
LElbow Variation|B01
LJadoul Variation|B01
LLusophobe Variation|B01
LMelbourne Shuffle Variation|B01
LWuss Variation|B01
J|B01
9Richter Variation|B01
N
9Schiller-Pytel Variation, Modern Variation|B01
Q|B01
9Valencian Variation, Ilundain Variation|B01
NMain Line|B01
L|B01
9Zilbermints Gambit|B01
7|B01
;
%otch Game: Alekhine Gambit|C45
0Benima Defense|C44
1lumenfeld Attack|C45
1raune Variation|C45
0Classical Variation, Blackburne Attack|C45
EIntermezzo Variation|C45
EMillennium Variation|C45
C|C45
1ochrane Variation|C44
8-Shumov Defense|C44
0Fraser Variation|C45
0Ghulam-Kassim Variation|C45
1ottschall Variation|C45
1öring Gambit, Bardeleben Variation|C44
?Double Pawn Sacrifice|C44
?Main Line|C44
=|C44
0Hanneken Variation|C44
2xo Gambit|C44
1orwitz Attack, Blackburne Variation|C45
>|C45
0Lolli Variation|C44
C
0Malaniuk Variation|C45
1eitner Variation|C45
1ieses Variation|C45
1odern Defense|C45
0Napoleon Gambit|C44
0Paulsen Attack|C45
8Variation|C45
7, Gunsberg Defense|C45
1otter Variation|C45
0Relfsson Gambit|C44
1omanishin Variation|C45
2senthal Variation|C45
0Schmidt Variation|C45
2otch Gambit, Advance Variation|C44
?Cochrane-Anderssen Variation|C44
?Dubois Réti Defense|C44
?Göring Gambit Declined|C44
?Kingside Variation|C44
?London Defense|C44
?Sarratt Variation|C44
=|C44
1ea-Cadet Mate|C44
1teinitz Variation|C45
F
0Tartakower Variation|C45
0Vitzthum Attack|C44
.|C44
2
15
2
$emi-Slav Defense Accepted|D44
4: Accelerated Meran Variation|D45
Cove Order|D31
7nti-Moscow Gambit|D43
;Noteboom, Stonewall Variation, Portisch Gambit|D31
X|D31
6Bogoljubow Variation|D46
8tvinnik Variation, Alatortsev System|D44
KEkstrom Variation|D44
KLilienthal Variation|D44
KSzabo Variation|D44
I|D44
M
6Chigorin Defense|D46
J
J
J
J
J
J
J
6Gunderam Gambit|D31
6Hastings Variation|D43
6Main Line|D45
B6
C
8rshall Gambit, Forgotten Variation|D31
GMain Line|D31
GTolush Variation|D31
E|D31
7eran Variation, Blumenfeld Variation|D49
GLundin Variation|D47
GOld Variation|D48
GPirc Variation|D48
GRabinovich Variation|D49
Hellstab Attack|D49
Iynolds' Variation|D48
GSozin Variation|D49
Z
Htahlberg Variation|D49
GWade Variation, Kaidanov Gambit|D47
WLarsen Variation|D47
U|D47
E|D47
H8
I
7oscow Variation|D43
6Normal Variation|D45
J
J
8teboom Variation, Abrahams Variation|D31
Knti-Noteboom Gambit|D31
XVariation, Belyavsky Line|D31
a|D31
H|D31
6Quiet Variation|D30
I
6Romih Variation|D46
7ubinstein System|D45
6Semi-Meran Variation|D47
7toltz Variation, Center Variation, Mikhalchishin Line|D45
X|D45
HShabalov Attack|D45
F|D45
J
J
J
J
9newall Defense|D45
4|D43
$icilian Defense: Accelerated Dragon, Exchange Variation|B34
IMaróczy Bind, Breyer Variation|B39
WGurgenidze Variation|B36
U|B36
X7
X8
Jodern Bc4 Variation|B35
PVariation|B34
ISimagin Variation|B37
G|B32
7ton Extension|B27
6lapin Variation, Anti-Alapin Gambit|B22
GBarmen Defense, Central Exchange|B22
WEndgame Variation|B22
WMilner-Barry Attack|B22
Xodern Line|B22
U|B22
Y
Y
GSherzer Variation|B40
Hmith-Morra Declined|B22
Htoltz Attack, Ivanchuk Line|B22
T|B22
E|B22
6mazon Attack|B20
5Big Clamp Formation|B20
6oleslavsky Variation, Louma Variation|B58
J|B58
M9
7wdler Attack|B20
6rick Variation|B20
7ussels Gambit|B27
6ücker Variation|B27
5Chekhover Variation, Zaitsev Defense|B53
H|B53
6lassical Variation, Anti-Sozin Variation|B57
JDragon Transfer|B58
JFianchetto Variation|B56
JSozin Attack|B57
H|B56
K8
7osed, Anti-Sveshnikov Variation, Kharlov-Kramnik Line|B30
Xwith Nf6|B30
]d6|B30
V|B30
=Botvinnik Defense, Edge Variation|B25
Pwith Nge2|B25
Uf4|B25
=Carlsen Variation|B23
>hameleon Variation|B23
=Fianchetto Variation|B24
=Grob Attack|B23
=Korchnoi Defense|B23
=Portland Attack|B23
=Smyslov Variation|B24
=Traditional|B23
;|B23
?
?
>4
?
>5
?
>6
6oles Sicilian Gambit|B21
6zerniak Attack, Queen Fianchetto Variation|B20
D|B20
5Delayed Alapin Variation, Basman-Palatnik Double Gambit|B50
_Gambit|B50
Owith d6|B50
Te6|B40
M|B22
Q
6ouble-Dutch Gambit|B27
6ragon Variation, Accelerated Dragon|B54
GClassical Variation, Alekhine Line|B74
]msterdam Variation|B72
\\Battery Variation|B73
]ernard Defense|B74
\\Grigoriev Variation|B72
\\Maróczy Line|B74
\\Normal Line|B74
\\Spielmann Variation|B74
]tockholm Attack|B74
\\Tartakower Line|B74
\\Zollner Gambit|B73
Z|B70
]2
^
^
]3
GFianchetto Variation|B70
GLevenfish Variation, Main Line|B71
Z|B71
GModern Bc4 Variation|B35
GYugoslav Attack, Belezky Line|B75
Yyrne Variation|B77
XChinese Dragon|B78
Yzerniak Variation|B77
n
XEarly Deviations|B75
XHungarian Dragon|B75
XMain Line|B77
e
e
Yodern Line|B76
XOld Line|B78
XPanov Variation|B76
XSoltis Variation|B79
Zsonko Variation|B77
XTopalov Variation|B78
V|B76
Z
Y8
Y9
E|B70
H2
8zic Variation|B40
5Euwe Attack, Prins Gambit|B20
5Flohr Variation|B32
6our Knights Variation, American Attack|B45
MCobra Variation|B45
MExchange Variation|B45
MSveshnikov Transfer|B45
K|B45
6ranco-Sicilian Variation|B32
7ederico Variation|B27
8nch Variation, Normal|B40
GOpen|B40
GWesterinen Attack|B40
E|B40
5Gaw-Paw Variation|B40
6loria Variation|B20
6odiva Variation|B32
6rand Prix Attack, Schofman Variation|B23
F|B23
7ob Variation|B20
5Halasz Gambit|B21
6eidenfeld Variation|B22
6yperaccelerated Dragon|B27
P
FPterodactyl, Exchange Variation|B27
Q|B27
5Jalalabad Variation|B27
5Kalashnikov Variation|B32
7n Variation, Gipslis Variation|B42
DKnight Variation|B43
DMaróczy Bind, Bronstein Variation|B41
i
RHedgehog Variation|B41
RRéti Variation|B41
Eodern Variation|B42
DPolugaevsky Variation|B42
DSwiss Cheese Variation|B42
DWing Attack, Christiansen's Dream|B43
QFianchetto Variation|B40
QSpraggett Attack|B43
O|B43
B|B41
7talimov Variation|B27
6eres Variation|B20
6ing David's Opening|B20
6opec System|B50
7tov Gambit|B50
6ramnik Variation|B40
7onberger Variation, Nemeth Gambit|B20
I|B20
6upreichik Variation|B56
6veinis Variation|B40
5Lasker-Dunne Attack|B20
<Pelikan Variation, Bird Variation|B33
OExchange Variation|B33
ORetreat Variation|B33
OSchlechter Variation|B33
Pveshnikov Variation, Chelyabinsk Variation|B33
eNovosibirsk Variation|B33
ePeresypkin's Sacrifice|B33
c|B33
g
M|B33
6öwenthal Variation|B32
5Magnus Smith Trap|B57
7rshall Counterattack|B40
6cDonnell Attack, Tal Gambit|B21
Hoilet Variation|B21
E|B21
6engarini Variation|B20
6odern Variations, Anti-Qxd4 Move Order Accepted|B50
\\|B50
HGinsberg Gambit|B54
HMain Line|B54
HTartakower|B50
F|B50
7ngoose Variation|B27
7rphy Gambit, Andreaschek Gambit|B21
B|B21
7scow Variation, Dorfman Gambit|B51
GHaag Gambit|B52
GMain Line|B52
Hoscow Gambit|B51
GSokolsky Variation|B52
E|B51
6yers Attack, with a4|B20
Hh4|B20
5Najdorf Variation, Adams Attack|B90
Imsterdam Variation|B93
HBrowne Variation|B98
HDekker Gambit|B90
HEnglish Attack, Anti-English|B90
V|B90
Z
Z
Z
Z
HGoteborg Variation|B98
HIvkov Variation|B94
HLipnitsky Attack|B90
HMain Line|B99
HNeo-Classical Defense|B96
HOpocensky Variation, Modern Line|B92
]Traditional Line|B92
[|B92
_
HPetronić Attack|B90
Ioisoned Pawn Accepted|B97
VVariation|B97
Jlugaevsky Variation, Simagin Line|B96
]|B96
HScheveningen Variation|B84
HTraditional Line|B98
HYates Variation|B90
HZagreb Variation|B91
F|B90
I4
I5
I6
I8
6imzo-American Variation|B32
:witsch Variation, Advance Variation|B29
LClosed Variation|B29
LExchange Variation|B29
LMain Line|B29
J|B29
6yezhmetdinov-Rossolimo Attack, Brooklyn Retreat Defense|B30
UFianchetto Variation, Gufeld Gambit|B31
kLutikov Gambit|B31
kTotsky Attack|B31
i|B31
UGurgenidze Variation|B31
USan Francisco Gambit|B30
S|B30
5O'Kelly Variation, Aronin System|B28
HKieseritzky System|B28
HMaróczy Bind, Geller Line|B32
VPaulsen Line|B28
VRobatsch Line|B28
T|B28
HNormal System, Cortlever Gambit|B28
WSmith-Morra Line|B28
WTaimanov Line|B28
WZagorovsky Line|B28
U|B28
HQuiet System|B28
HRéti System|B28
HVenice System, Barcza Line|B28
WGambit Line|B28
WLjubojevic Line|B28
WSteiner Line|B28
U|B28
HWing Gambit|B28
HYerevan System|B28
F|B28
6ld Sicilian|B30
6pen|B32
=
=
<3
5Paulsen-Basman Defense|B40
6in Variation, Jaffe Variation|B40
DKoch Variation|B40
B|B40
6olish Gambit|B27
7rtsmouth Gambit|B30
6rins Variation, Venice Attack|B55
D|B54
5Quinteros Variation|B27
5Richter-Rauzer Variation, Classical Variation, Kantscher Line|B63
b|B63
e4
f
e5
ODragon Variation|B60
OExchange Variation|B62
OIvanov Variation|B63
OModern Variation|B60
b1
ONeo-Modern Variation, Early Deviations|B66
eNyezhmetdinov Attack|B69
c|B67
f8
OPodebrady Variation|B62
ORauzer Attack|B65
OTraditional Variation|B63
OVitolins Variation|B62
M|B60
P2
Q
5Scheveningen Variation, Classical Main Line|B85
WVariation, Paulsen Variation|B85
w
w
\`|B83
c4
d
MDelayed Keres Attack, Perenyi Gambit|B90
a|B90
MEnglish Attack, with Qd2|B80
bf3|B90
MFianchetto Variation|B80
MKeres Attack|B81
MMatanovic Attack|B82
Nodern Variation|B83
a
a
MTal Variation|B82
MVitolins Variation|B80
K|B80
6mith-Morra Gambit Accepted, Chicago Defense|B21
e
Slassical Formation|B21
RDanish Variation|B21
RFianchetto Defense|B21
Tnegold Defense|B21
RKan Formation|B21
RLarsen Defense|B21
RMorphy Defense Deferred|B21
\`|B21
RPaulsen Formation|B21
Sin Defense|B21
RScheveningen Formation|B21
Siberian Variation, Siberian Trap|B21
d|B21
Sozin Formation|B21
RTaimanov Formation|B21
P|B21
HDeclined, Alapin Formation|B21
RCenter Formation|B21
RDubois Variation|B21
RPush Variation|B21
RScandinavian Formation|B21
RWing Formation|B21
Jferred|B40
G|B21
K
6ozin Attack, Fischer Variation|B88
Dlank Variation|B87
CLeonhardt Variation|B88
CMain Line, Sherbakov Variation|B89
L|B89
A|B86
6pielmann Variation|B56
6taunton-Cochrane Variation|B20
5Taimanov Variation, Bastrikov Variation, English Attack|B48
^Ponomariov Gambit|B47
\\|B47
_9
IGary Gambit|B44
IModern Line|B44
ISzén Variation|B44
G|B44
J5
J6
5Velimirovic Attack|B89
7nice Attack|B56
5Wing Gambit Deferred|B40
@, Abrahams Variation|B20
BCarlsbad Variation|B20
BDeferred Variation|B50
BMarienbad Variation|B20
Eshall Variation|B20
BNanu Gambit|B20
BRomanian Defense|B20
BSantasiere Variation|B20
@|B20
3|B20
67
550
7
$lav Defense: Alapin Variation|D16
3ekhine Variation|D15
1Bonet Gambit|D11
2reyer Variation|D11
1Chebanenko Variation, Advance System|D15
E|D15
I
2zech Variation, Bled Attack|D17
BCarlsbad Variation, Morozevich Variation|D17
T|D17
Classical System, Main Line|D19
R|D18
BDutch Variation, Sämisch Variation|D19
Q|D19
BKrause Attack, Fazekas Gambit|D17
O|D17
BLasker Variation|D18
BWiesbaden Variation, Sharp Line|D17
U|D17
@|D17
1Diemer Gambit|D10
1Exchange Variation, Boor Attack|D10
ESchallopp Variation|D13
Fymmetrical Line|D14
ETrifunovic Variation|D14
C|D10
F3
1Geller Gambit|D15
B
1Modern Line|D11
@
@
@
1Quiet Variation, Amsterdam Variation|D12
BLandau Variation|D12
BPin Defense|D11
BSchallopp Defense|D12
W
@|D11
1Schlechter Variation|D15
2lav Gambit, Alekhine Attack|D10
2myslov Variation|D16
2oultanbeieff Variation|D16
2teiner Variation|D16
2üchting Variation|D15
1Three Knights Variation|D15
2wo Knights Attack|D15
1Winawer Countergambit, Anti-Winawer Gambit|D10
F|D10
/|D10
3
3
(Indian: Kudischewitsch Gambit|A40
.|A50
$odium Attack: Celadon Variation|A00
3henoboskion Variation|A00
2Durkin Gambit|A00
0|A00
$t. George Defense: Polish Variation|B00
7San Jorge Variation|B00
7Zilbermints Gambit|B00
5|B00
#Tarrasch Defense: Classical Variation, Advance Variation|D34
JBogoljubow Variation|D34
JCarlsbad Variation|D34
Khandler Variation|D34
Klassical Tarrasch Gambit|D34
JEndgame Variation|D34
JMain Line|D34
JPetursson Variation|D34
JRéti Variation|D34
JSpassky Variation|D34
H|D34
5Dubov Tarrasch|D33
5Grünfeld Gambit|D32
5Marshall Gambit|D32
5Prague Variation, Main Line|D34
E|D33
5Rubinstein System|D33
5Schara Gambit|D32
6wedish Variation, Central Break|D33
F|D33
6ymmetrical Variation|D32
N
5Tarrasch Gambit|D32
6wo Knights Variation|D32
5Wagner Variation|D33
5von Hennig Gambit|D32
3|D32
$hree Knights Opening: Schlechter Variation|C46
;teinitz Defense|C46
B-Rosenthal Variation|C46
:Winawer Defense|C46
8|C46
<
$orre Attack: Classical Defense, Nimzowitsch Variation|A46
DPetrosian Gambit|A46
B|A46
1Fianchetto Defense, Euwe Variation|A48
C|A48
1Wagner Gambit|A46
$rompowsky Attack: Borg Variation|A45
6Classical Defense, Big Center Variation|A45
G|A45
6Edge Variation, Hergert Gambit|A45
X
D|A45
6Poisoned Pawn Variation|A45
6Raptor Variation, Hergert Gambit|A45
F|A45
4|A45
#Valencia Opening|A00
%n Geet Opening: Battambang Variation|A00
6erlin Gambit|B00
6illockus-Johansen Gambit|A00
5Damhaug Gambit|A00
6ougherty Gambit|A00
6unst-Perrenet Gambit|A00
6üsseldorf Gambit|A00
5Gladbacher Gambit|A00
6rünfeld Defense, Steiner Gambit|C31
E|B01
5Hector Gambit|A00
7rgert Gambit|A00
6ulsemann Gambit|A00
5Jendrossek Gambit|A00
5Kluever Gambit|A00
5Laroche Gambit|A00
6iebig Gambit|A00
5Melleby Gambit|A00
6yers Attack|A00
5Napoleon Attack|A00
6ovosibirsk Variation|A00
7wokunski Gambit|A00
5Pfeiffer Gambit, Sleipnir Countergambit|A00
D|A00
5Reversed Nimzowitsch|A00
>Scandinavian|A00
5Sicilian Two Knights|A00
6leipnir Gambit|A00
5Twyble Attack|A00
6übingen Gambit|A00
5Venezolana Variation|A00
5Warsteiner Gambit|A00
3|A00
&'t Kruijs Opening: Bouncing Bishop Variation|A00
9Keoni-Hiva Gambit, Akahi Variation|A00
Mlua Variation|A00
LEkolu Variation|A00
7|A00
$ienna Gambit, with Max Lange Defense: Cunningham Defense|C25
JHamppe-Allgaier Gambit, Alapin Variation|C25
bThorold Variation|C25
\`|C25
QMuzio Gambit|C25
JKnight Variation|C25
JPierce Gambit|C25
JQuelle Gambit|C25
JSteinitz Gambit, Fraser-Minckwitz Defense|C25
[Main Line|C25
[Paulsen Defense|C25
[Sörensen Defense|C25
[Zukertort Defense|C25
Y|C25
H|C25
-e: Adams' Gambit|C27
1nderssen Defense|C25
0Falkbeer Variation|C26
1rankenstein-Dracula Variation|C27
1yfe Gambit|C25
0Giraffe Attack|C25
0Hamppe-Meitner Variation|C25
8uzio Gambit|C25
<, Dubois Variation|C25
1eyde Variation|C29
0Max Lange Defense|C25
1engarini Variation|C26
1ieses Variation, Erben Gambit|C26
@|C26
0Omaha Gambit|C25
0Paulsen Variation, Mariotti Gambit|C25
CPollock Gambit|C26
A|C25
E
1hilidor Countergambit|C25
1ierce Gambit, Rushmere Attack|C25
0Stanley Variation, Alekhine Variation|C27
CBronstein Gambit|C28
CEifel Gambit|C26
CFrankenstein-Dracula Variation|C27
CMeitner-Mieses Gambit|C25
Donster Declined|C27
CReversed Spanish|C26
CThree Knights Variation|C28
A|C26
0Vienna Gambit, Bardeleben Variation|C29
@reyer Variation|C29
?Kaufmann Variation|C29
?Main Line|C29
@odern Variation|C29
?Paulsen Attack|C29
?Steinitz Variation|C29
?Wurzburger Trap|C29
=|C29
0Zhuravlev Countergambit|C25
.|C25
$ulture Defense|A56
#Wade Defense|A41
%re Defense: Snagglepuss Defense|B00
/|B00
(Opening: Cologne Gambit|A00
2rab Variation|A00
1Meadow Hay Trap|A00
1Symmetric Variation|A00
1Ware Gambit|A00
2ing Gambit|A00
/|A00
#Yusupov-Rubinstein System|A46
#Zaire Defense|A40
$ukertort Defense: Kingside Variation|A04
6Sicilian Knight Variation|A04
-Opening: Ampel Variation|A06
7rctic Defense, Drunken Knight Variation|A04
D|A04
6Basman Defense|A04
7lack Mustang Defense|A04
6Double Fianchetto Attack|A05
7runken Cavalry Variation|A04
7utch Variation|A04
6Herrstrom Gambit|A04
6Kingside Fianchetto|A04
6Lemberger Gambit|A05
7isitsyn Gambit Deferred|A04
E|A04
6Myers Polish Attack|A05
6Nimzo-Larsen Variation|A05
6Old Indian Attack|A06
6Pachman Gambit|A06
7irc Invitation|A04
7olish Defense|A04
6Queen's Gambit Invitation|A04
;side Fianchetto Variation|A04
8iet System|A05
6Regina-Nu Gambit|A06
8versed Grünfeld|A08
K
K
K
?Mexican Defense|A06
7oss Gambit|A04
6Santasiere's Folly|A06
7habalov Gambit|A04
7icilian Invitation|A04
7lav Invitation|A04
7peelsmet Gambit|A04
7t. George Defense|A04
6Tennison Gambit, Brigg's Trap|A06
E|A06
7he Potato|A06
:Walrus|A04
6Vos Gambit|A04
6Wade Defense, Chigorin Plan|A41
B|A04
8re Defense|A04
4|A04
75
8
76`,pi={keys:Nr,names:Kr};function zr(e){const n=e.split(" ").slice(0,4).join(" ");let t=2166136261;for(let i=0;i<n.length;i++)t=Math.imul(t^n.charCodeAt(i),16777619);return(t^t>>>24)&16777215}function Hr(e){let n="";return e.split(`
`).map(t=>n=n.slice(0,t.charCodeAt(0)-35)+t.slice(1))}let bi;function Rr(){const e=Hr(pi.names),n=atob(pi.keys),t=new Map;return e.forEach((i,r)=>{const o=d=>n.charCodeAt(3*r+d),s=o(0)<<16|o(1)<<8|o(2),l=i.lastIndexOf("|");t.set(s,{name:i.slice(0,l),eco:i.slice(l+1)})}),t}function Ir(e){bi??=Rr();for(let n=e.length-1;n>=0;n--){const t=bi.get(zr(e[n]));if(t)return t}}const Or=200,Wr=2e5;class Da{tree_=F(new Bn(Gn));at_=F(0);changes=F(0);past=[];future=[];onReplaced;tree=sn(()=>(this.changes.value,this.tree_.value));node=sn(()=>this.tree.value.node(this.at_.value)??this.tree.value.root);moves=sn(()=>this.tree.value.moves(this.node.value));position=sn(()=>U().call("position",{fen:this.tree.value.root.fen,moves:this.moves.value}));opening=sn(()=>{const n=this.tree.value;return Ir([n.root.fen,...n.path(this.node.value).map(t=>t.fen)])});get version(){return this.changes.value}go(n){n&&(this.at_.value=n.id)}back(){this.go(this.node.value.parent)}forward(){this.go(this.node.value.children[0])}first(){this.go(this.tree.value.root)}last(){let n=this.node.value;for(;n.children[0];)n=n.children[0];this.go(n)}play(n,t=this.node.value){const i=this.tree_.value,r=i.moves(t),o=U().call("line",{fen:i.root.fen,moves:[...r,...n]}).moves,s=this.kept(),{size:l}=i;let d=t;for(const u of o.slice(r.length))d=i.add(d,u);return i.size!==l&&this.hasChanged(s),this.go(d),d}reset(n=Gn){const t=U().call("position",{fen:n});this.replace(new Bn(t.fen))}load(n){this.replace(Bn.fromPgn(n))}remove(n){this.edit(t=>{const i=t.remove(n);t.node(this.at_.value)||this.go(i)})}promote(n){this.edit(t=>t.promote(n))}edit(n){const t=this.kept();n(this.tree_.value),this.hasChanged(t)}touch(){this.changes.value++}get canUndo(){return this.changes.value,this.past.length>0}get canRedo(){return this.changes.value,this.future.length>0}undo(){this.swap(this.past,this.future)}redo(){this.swap(this.future,this.past)}kept(){return{tree:this.tree_.value.kept(),at:this.at_.value}}restore(n){this.show(n),this.past=[],this.future=[]}open(n){this.replace(Bn.fromKept(n.tree),n.at)}pgn(){const n=this.tree.value;return U().call("pgn_write",{tags:n.tags,start:n.root.fen,result:n.result,line:n.toPgnLine()}).pgn}replace(n,t=0){const i=this.kept();this.tree_.value=n,this.at_.value=t,this.hasChanged(i),i.tree.nodes.length>1&&this.onReplaced?.(i)}hasChanged(n){this.past.push(n),this.future=[];let t=this.past.reduce((i,{tree:r})=>i+r.nodes.length,0);for(;this.past.length>Or||t>Wr;)t-=this.past.shift().tree.nodes.length;this.changes.value++}swap(n,t){const i=n.pop();i&&(t.push(this.kept()),this.show(i))}show(n){this.tree_.value=Bn.fromKept(n.tree),this.at_.value=n.at,this.changes.value++}}const He=F(void 0);function $r(e,n){return He.value?.answer(!1),new Promise(t=>He.value={text:e,yes:n,answer:t})}function Jr(){const e=ln(null),n=He.value;if(nn(()=>{n&&e.current?.showModal()},[n]),!n)return null;const t=i=>{He.value=void 0,n.answer(i)};return a("dialog",{ref:e,class:"ask","aria-label":n.text,onClose:()=>t(!1),children:[a("p",{children:n.text}),a("div",{class:"buttons",children:[a("button",{type:"button",class:"primary",onClick:()=>t(!0),children:n.yes}),a("button",{type:"button",onClick:()=>t(!1),children:"Keep"})]})]})}function On({label:e,min:n,max:t,step:i=1,value:r,text:o,onInput:s}){const l=Tt();return a("div",{class:"slider",children:[a("label",{for:l,children:e}),a("output",{for:l,children:o}),a("input",{id:l,type:"range",min:n,max:t,step:i,value:r,"aria-valuetext":o,onInput:d=>s(Number(d.currentTarget.value))})]})}function X({label:e,value:n,options:t,onChange:i}){const r=Tt();return a("div",{class:"field",children:[a("label",{for:r,children:e}),a("select",{id:r,value:n,onChange:o=>i(o.currentTarget.value),children:t.map(([o,s])=>a("option",{value:o,children:s},o))})]})}function Ci({label:e,min:n=0,max:t,value:i,onChange:r}){const o=Tt();return a("div",{class:"field",children:[a("label",{for:o,children:e}),a("input",{id:o,type:"number",min:n,max:t,value:i,onChange:s=>{const l=Math.round(Number(s.currentTarget.value))||n;r(Math.min(t,Math.max(n,l)))}})]})}function Ba({label:e,on:n,onChange:t}){return a("label",{class:"toggle",children:[a("input",{type:"checkbox",role:"switch",checked:n,onChange:i=>t(i.currentTarget.checked)}),a("span",{children:e})]})}function Z({title:e,children:n,aside:t,class:i}){return a("section",{class:`panel ${i??""}`,children:[a("header",{children:[a("h2",{children:e}),t]}),n]})}const Ur={first:"M18 5v14L9 12zM6 5h2.500v14H6z",back:"M16 5v14L7 12z",forward:"M8 5v14l9-7z",last:"M6 5v14l9-7zM15.500 5H18v14h-2.500z"};function wn({icon:e,label:n,disabled:t=!1,onClick:i}){return a("button",{type:"button",class:"icon","aria-label":n,title:n,disabled:t,onClick:i,children:a("svg",{viewBox:"0 0 24 24","aria-hidden":"true",children:a("path",{d:Ur[e]})})})}function ya(e,n){const t=document.createElement("a");t.href=URL.createObjectURL(new Blob([n],{type:"application/x-chess-pgn"})),t.download=e,t.click(),setTimeout(()=>URL.revokeObjectURL(t.href),1e3)}function rn(e,n){const t=`tabia.${e}`;let i=n;try{const o=localStorage.getItem(t);o!==null&&(i=JSON.parse(o)),typeof i!=typeof n&&(i=n)}catch{}const r=F(i);return pn(()=>{const o=JSON.stringify(r.value);try{localStorage.setItem(t,o)}catch{}}),r}const wa=800,jr=3200,Yn=jr+50,Re=e=>e>=Yn?"full":`Elo ${e}`,Zr=["K","Q","R","B","N","P","k","q","r","b","n","p"],Qr=[["K","White O-O"],["Q","White O-O-O"],["k","Black O-O"],["q","Black O-O-O"]];function Yr(e,n){const[t,i,r,o]=n==="w"?[7,6,5,"p"]:[2,3,4,"P"];return[...dn].filter(s=>e.get(`${s}${r}`)===o&&!e.has(`${s}${i}`)&&!e.has(`${s}${t}`)).map(s=>`${s}${i}`)}function qr({fen:e,flipped:n,onCancel:t,onDone:i}){const[r,o]=E(de(e)),[s,l]=E(Vn(e)),[d,u]=E(e.split(" ")[2]??"-"),[h,c]=E(e.split(" ")[3]??"-"),[p,m]=E(Number(e.split(" ")[4]??0)),[C,g]=E(Number(e.split(" ")[5]??1)),[V,b]=E(),k=G=>{const L=new Map(r);G(L),o(L)},w=Yr(r,s),f=w.includes(h)?h:"-",v=`${ma(r)} ${s} ${d.replace(/-/g,"")||"-"} ${f} ${p} ${C}`,y=(G,L)=>{o(de(G)),u(L),c("-"),m(0),g(1)};let _="",K=[],W=v;try{const G=U().call("position",{fen:v});W=G.fen,K=G.repaired}catch(G){_=q(G)}return a("div",{class:"desk",children:[a("div",{class:"board-side",children:a(Ce,{fen:v,flipped:n,free:!0,brush:V,label:"Board to set up",onMove:G=>k(L=>{const D=L.get(G.slice(0,2));L.delete(G.slice(0,2)),D&&L.set(G.slice(2,4),D)}),onSquare:G=>k(L=>{V===""||L.get(G)===V?L.delete(G):V&&L.set(G,V)}),onDropOff:G=>k(L=>L.delete(G))})}),a("div",{class:"panels",children:a(Z,{title:"Set up a position",children:[a("div",{class:"palette",role:"radiogroup","aria-label":"What a click does",children:[a("button",{type:"button",role:"radio","aria-checked":V===void 0,onClick:()=>b(void 0),children:"Move"}),a("button",{type:"button",role:"radio","aria-checked":V==="",onClick:()=>b(""),children:"Erase"}),Zr.map(G=>a("button",{type:"button",role:"radio",class:"square-button","aria-label":Ne(G),"aria-checked":V===G,onClick:()=>b(G),children:a(ye,{piece:G})},G))]}),a(X,{label:"To move",value:s,options:[["w","White"],["b","Black"]],onChange:l}),a("div",{class:"rights",children:Qr.map(([G,L])=>a(Ba,{label:L,on:d.includes(G),onChange:D=>{u([..."KQkq"].filter(H=>H===G?D:d.includes(H)).join(""))}},G))}),a("div",{class:"pair",children:[a(X,{label:"En passant on",value:f,options:["-",...w].map(G=>[G,G==="-"?"no square":G]),onChange:c}),a(Ci,{label:"Half-moves since a capture or pawn move",max:150,value:p,onChange:m}),a(Ci,{label:"Move number",min:1,max:9999,value:C,onChange:g})]}),_&&a("p",{class:"fault",role:"alert",children:_}),K.map(G=>a("p",{class:"said",children:G},G)),a("div",{class:"buttons",children:[a("button",{type:"button",class:"primary",disabled:_!=="",onClick:()=>i(W),children:"Use this position"}),a("button",{type:"button",onClick:()=>y(Gn,"KQkq"),children:"Start"}),a("button",{type:"button",onClick:()=>y("4k3/8/8/8/8/8/8/4K3","-"),children:"Clear"}),a("button",{type:"button",onClick:t,children:"Cancel"})]})]})})]})}const B=new Da,Sn=rn("analyse.flipped",!1),ae=rn("analyse.running",!0),Ge=rn("analyse.lines",3),Bt=rn("analyse.time",3),re=rn("analyse.strength",Yn),Ie=rn("analyse.model",""),Ga=()=>Rt(Ie.value)?{model:Ie.value}:{},yt=F(void 0),Un=F(""),ee=F(!1),hn=F(void 0),Xr=[200,500,1e3,3e3,1e4,3e4,12e4],_a=1e9;function wt(){const e=J.value?.limits.movetime??_a;return[...Xr.filter(n=>n<e),e]}function Sa(){const e=wt();return e[Math.min(Bt.value,e.length-1)]}function no(e){if(e===_a)return"until stopped";const n=e<1e3?`${e} ms`:`${e/1e3} s`;return e===J.value?.limits.movetime?`${n}, the server's limit`:n}const vi="analyse";async function eo(){const e=await ba(vi);try{e&&B.restore(e)}catch{B.reset()}B.onReplaced=Va,pn(()=>{B.version,B.node.value,Ca(vi,B.kept())})}function to({fen:e,moves:n}){const{start:t,moves:i}=U().call("line",{fen:e,moves:n}),r=B.tree.value;let o=r.root.fen===t?r.root:void 0;for(const{uci:s}of i)o=o?.children.find(l=>l.uci===s);if(o)return B.go(o);(r.root.fen!==t||r.size>1)&&B.reset(e),n.length&&B.play(n)}const Ea=()=>({fen:B.tree.value.root.fen,moves:B.moves.value});function io(){let e;const n=pn(()=>{const t=J.value,i=B.position.value,r={fen:B.tree.value.root.fen,moves:B.moves.value,multipv:Ge.value,movetime:Sa(),...Ga(),...re.value<Yn?{elo:re.value}:{}};if(e?.abort(),t?.kind==="server"&&vn.value||!t||!ae.value||i.end||ee.value||hn.value)return;const o=e=new AbortController;pe(()=>{(async()=>{if(await new Promise(s=>setTimeout(s,40)),!o.signal.aborted)try{const s=(l,d)=>{!o.signal.aborted&&l.lines.length&&(yt.value={fen:i.fen,info:l,done:d})};s(await t.analyze(r,l=>s(l,!1),o.signal),!0),Un.value=""}catch(s){!qe(s)&&!o.signal.aborted&&(Un.value=q(s))}})()})});return()=>{n(),e?.abort()}}let Gt;async function ao(){const e=J.value;if(!e||hn.value)return;const n=B.tree.value,t=n.mainLine();Gt=new AbortController;try{hn.value={done:0,total:t.length+1};const i=await Tr(n,{engine:e,...Ga(),signal:Gt.signal,onProgress:(o,s)=>hn.value={done:o,total:s}});B.tree.value===n&&n.mainLine().every((o,s)=>o===t[s])&&n.mainLine().length===t.length?B.edit(()=>Fr(n,i)):Un.value="The game was changed while it was reviewed: review it again."}catch(i){qe(i)||(Un.value=q(i))}finally{hn.value=void 0}}function ro(){for(const e of B.tree.value.mainLine())e.winWhite===void 0&&(e.mateWhite!==void 0?e.winWhite=e.mateWhite>0?1:0:e.cpWhite!==void 0&&(e.winWhite=1/(1+Math.exp(-e.cpWhite/140))));B.touch()}function oo(){nn(io,[]),Aa(B,{f:()=>Sn.value=!Sn.value,"Ctrl+z":()=>B.undo(),"Ctrl+y":()=>B.redo(),"Ctrl+Shift+z":()=>B.redo()});const e=B.position.value,n=B.node.value,t=yt.value?.fen===e.fen?yt.value:void 0,i=t?.info.lines[0],r=e.end?co(e.end,e.turn):i?It(i,e.fen):void 0,o=ae.value?(t?.info.lines??[]).map((s,l)=>({from:s.pv[0].slice(0,2),to:s.pv[0].slice(2,4),kind:l===0?"best":"second"})):[];return ee.value?a(qr,{fen:e.fen,flipped:Sn.value,onCancel:()=>ee.value=!1,onDone:s=>{B.reset(s),ee.value=!1}}):a("div",{class:"desk",children:[a("div",{class:"board-side",children:[a("div",{class:"board-and-bar",children:[a(yr,{score:r,flipped:Sn.value}),a(Ce,{fen:e.fen,flipped:Sn.value,legal:e.legal.map(s=>s.uci),lastMove:n.uci,check:e.check,arrows:o,onMove:s=>B.play([s])})]}),a("div",{class:"toolbar",role:"toolbar","aria-label":"Board",children:[a(wn,{icon:"first",label:"To the start",disabled:!n.parent,onClick:()=>B.first()}),a(wn,{icon:"back",label:"Back",disabled:!n.parent,onClick:()=>B.back()}),a(wn,{icon:"forward",label:"Forward",disabled:!n.children.length,onClick:()=>B.forward()}),a(wn,{icon:"last",label:"To the end",disabled:!n.children.length,onClick:()=>B.last()}),a("span",{class:"gap"}),a("button",{type:"button",onClick:()=>B.undo(),disabled:!B.canUndo,title:"Undo (Ctrl+Z)",children:"Undo"}),a("button",{type:"button",onClick:()=>B.redo(),disabled:!B.canRedo,title:"Redo (Ctrl+Y)",children:"Redo"}),a("button",{type:"button",onClick:()=>Sn.value=!Sn.value,title:"Turn the board (f)",children:"Flip"}),a("button",{type:"button",onClick:()=>ee.value=!0,children:"Set up"}),a("button",{type:"button",onClick:()=>B.reset(),children:"New"})]}),a(bo,{})]}),a("div",{class:"panels",children:[a(ho,{shown:t,score:r,end:e.end,fen:e.fen}),a(Z,{title:"Moves",aside:a("span",{class:"opening",children:uo()}),children:[a(ka,{session:B}),a("div",{class:"buttons",children:[a("button",{type:"button",disabled:!n.parent,onClick:()=>B.promote(n),title:"Make this variation the main line",children:"Main line"}),a("button",{type:"button",disabled:!n.parent,onClick:()=>void so(n),title:"Delete this move and what follows",children:"Delete from here"}),a("button",{type:"button",disabled:!B.tree.value.root.children.length||!J.value||!!hn.value,onClick:()=>void ao(),children:hn.value?`Reviewing ${hn.value.done}/${hn.value.total}`:"Review the game"}),hn.value&&a("button",{type:"button",onClick:()=>Gt?.abort(),children:"Stop"})]}),n.parent&&a(lo,{node:n},n.id),a(Sr,{session:B})]}),a(Co,{})]})]})}async function so(e){const n=B.tree.value.countFrom(e),t=`Delete ${e.san} and the ${n-1} ${n===2?"move":"moves"} after it?`;(n===1||await $r(t,"Delete"))&&B.remove(e)}function lo({node:e}){const n=e.comment?.match(Dt)?.join("").trim()??"",t=e.nags?.find(i=>we[i])??0;return a("div",{class:"remarks",children:[a(X,{label:`Mark of ${e.san}`,value:String(t),options:[["0","–"],...Object.entries(we)],onChange:i=>B.edit(()=>{const r=(e.nags??[]).filter(o=>!we[o]);e.nags=i==="0"?r:[Number(i),...r]})}),a("input",{"aria-label":`Comment on ${e.san}`,placeholder:"Comment",value:e.comment?.replace(Dt,"").trim()??"",onChange:i=>{const r=`${n} ${i.currentTarget.value.trim()}`.trim();B.edit(()=>e.comment=r)}})]})}function co(e,n){return e!=="checkmate"?{cp:0,wdl:[0,1e3,0]}:{mate:n==="w"?-0:0,wdl:n==="w"?[0,0,1e3]:[1e3,0,0]}}function uo(){const e=B.opening.value;return e?`${e.eco} ${e.name}`:""}function ho({shown:e,score:n,end:t,fen:i}){const r=e?.info;return a(Z,{title:"Engine",aside:a(Ba,{label:"Analysis",on:ae.value,onChange:o=>ae.value=o}),children:[a("div",{class:"verdict","data-testid":"verdict",children:[a("strong",{class:"big",children:t?fo(t):n?Kn(n):"…"}),n?.wdl&&!t&&a("span",{class:"wdl","aria-label":"Chances of White: win, draw, loss",children:[a("span",{class:"w",children:[(n.wdl[0]/10).toFixed(1)," % win"]}),a("span",{class:"d",children:[(n.wdl[1]/10).toFixed(1)," % draw"]}),a("span",{class:"l",children:[(n.wdl[2]/10).toFixed(1)," % loss"]})]}),a("span",{class:"counters",children:r&&!t&&a(en,{children:["depth ",a("b",{"data-testid":"depth",children:r.depth}),"/",r.seldepth," · ",fi(r.nodes)," nodes ·"," ",fi(r.nps),"/s"]})})]}),Un.value&&a("p",{class:"fault",role:"alert",children:Un.value}),a("ol",{class:"lines","aria-label":"Best lines","aria-busy":ae.value&&!t&&!e?.done,children:!t&&r&&mo(r.lines).map(o=>a(po,{line:o,fen:i},o.multipv))}),a("div",{class:"sliders",children:[a(On,{label:"Lines",min:1,max:5,value:Ge.value,text:String(Ge.value),onInput:o=>Ge.value=o}),a(On,{label:"Time for a position",min:0,max:wt().length-1,value:Math.min(Bt.value,wt().length-1),text:no(Sa()),onInput:o=>Bt.value=o}),a(On,{label:"Strength",min:wa,max:Yn,step:50,value:re.value,text:Re(re.value),onInput:o=>re.value=o}),cn.value.length>1&&a(X,{label:"Network",value:Rt(Ie.value)||(cn.value.find(o=>o.default)?.name??""),options:cn.value.map(o=>[o.name,o.name]),onChange:o=>Ie.value=o})]})]})}function mo(e){const n=({mate:t,cp:i})=>t===void 0?i??0:t>0?1e6-t:-1e6-t;return[...e.slice(0,1),...e.slice(1).sort((t,i)=>n(i)-n(t))]}const fo=e=>e.charAt(0).toUpperCase()+e.slice(1);function po({line:e,fen:n}){const t=Vn(n)==="w",i=Number(n.split(" ")[5]??1),r=o=>{const s=o+(t?0:1),l=i+Math.floor(s/2);return s%2===0?`${l}.`:o===0?`${l}…`:""};return a("li",{children:[a("b",{class:"score",children:Kn(It(e,n))}),a("span",{class:"pv",children:e.san.slice(0,14).map((o,s)=>a("span",{children:[r(s)&&a("span",{class:"number",children:r(s)}),a("button",{type:"button",class:"move",onClick:()=>B.play(e.pv.slice(0,s+1)),children:o})]},s))})]})}function bo(){const[e,n]=E(""),[t,i]=E("");return a("form",{class:"move-input",onSubmit:r=>{r.preventDefault();try{e.trim()&&B.play(e.trim().split(/\s+/)),n(""),i("")}catch(o){i(q(o))}},children:[a("label",{children:[a("span",{children:"Move"}),a("input",{value:e,placeholder:"e4, Nf3, e2e4 …",autocomplete:"off",autocapitalize:"off",spellcheck:!1,"aria-invalid":t!=="",onInput:r=>n(r.currentTarget.value)})]}),a("button",{type:"submit",children:"Play"}),t&&a("p",{class:"fault",role:"alert",children:t})]})}function Co(){const e=B.position.value,[n,t]=E(),[i,r]=E(),[o,s]=E([]),[l,d]=E(""),[u,h]=E(""),[c,p]=E(""),m=ln(null);nn(()=>t(void 0),[e.fen]);const C=i??B.pgn(),g=f=>{try{f(),h("")}catch(v){h(q(v))}},V=f=>{B.load(f),ro(),r(void 0)},b=f=>g(()=>{const v=Mr(f),y=v.length>Vi?v.map(_=>({name:_.name,load:()=>V(Vo(_.text))})):Ma(f).map(_=>({name:`${_.tags.White??"?"} – ${_.tags.Black??"?"} ${_.result}`,load:()=>V(_)}));y[0].load(),d(""),s(y.length>1?y.map((_,K)=>({..._,name:`${K+1}. ${_.name}`})):[]),p(y.length>1?`${y.length} games read`:"Game loaded")}),k=o.map((f,v)=>({...f,index:v})).filter(({name:f})=>f.toLowerCase().includes(l.trim().toLowerCase())),w=f=>{navigator.clipboard.writeText(f).then(()=>p("Copied"),()=>p("The browser doesn't let the page copy"))};return a(Z,{title:"FEN and PGN",children:[a("form",{class:"field wide",onSubmit:f=>{f.preventDefault(),g(()=>B.reset(n??e.fen))},children:[a("label",{for:"fen",children:"FEN"}),a("input",{id:"fen",value:n??e.fen,spellcheck:!1,onInput:f=>t(f.currentTarget.value)}),a("div",{class:"buttons",children:[a("button",{type:"submit",children:"Load FEN"}),a("button",{type:"button",onClick:()=>w(e.fen),children:"Copy FEN"}),a("button",{type:"button",onClick:()=>w(new URL(fa(Ea()),location.href).href),title:"An address that opens this line",children:"Copy link"})]})]}),a("div",{class:"field wide",children:[a("label",{for:"pgn",children:"PGN"}),a("textarea",{id:"pgn",rows:6,spellcheck:!1,value:C,onInput:f=>r(f.currentTarget.value)}),a("div",{class:"buttons",children:[a("button",{type:"button",onClick:()=>b(C),children:"Load PGN"}),a("button",{type:"button",onClick:()=>m.current?.click(),children:"Open a file"}),a("button",{type:"button",onClick:()=>w(C),children:"Copy PGN"}),a("button",{type:"button",onClick:()=>ya("tabia.pgn",B.pgn()),children:"Save PGN"}),a("input",{ref:m,type:"file",accept:".pgn,.txt",class:"hidden","aria-label":"PGN file",tabIndex:-1,onChange:f=>void f.currentTarget.files?.[0]?.text().then(b)})]})]}),o.length>0&&a(en,{children:[a(X,{label:"Game",value:String(k[0]?.index??""),options:k.slice(0,vo).map(({index:f,name:v})=>[String(f),v]),onChange:f=>g(()=>o[Number(f)]?.load())}),o.length>Vi/10&&a("label",{class:"field",children:[a("span",{children:"Find a player"}),a("input",{value:l,onInput:f=>d(f.currentTarget.value)}),a("span",{role:"status",children:[k.length," of ",o.length]})]})]}),yn.value.length>0&&a(X,{label:"Earlier on this device",value:"",options:[["",`${yn.value.length} games`],...yn.value.map((f,v)=>[String(v),f.name])],onChange:f=>g(()=>f&&B.open(yn.value[Number(f)].session))}),u&&a("p",{class:"fault",role:"alert",children:u}),a("p",{class:"said",role:"status",children:c})]})}const Vi=200,vo=500;function Ma(e){const n=U().call("pgn_read",{text:e,limit:1e5}).games,t=n.flatMap(r=>r.error===void 0?[r]:[]);if(t.length>0)return t;const i=n[0];throw new Error(i?.error!==void 0?i.error:"There is no game in this text.")}const Vo=e=>Ma(e)[0],go="r1bq1rk1/pp2bppp/2n1p3/3pP3/3P4/P2B1N2/1P3PPP/R1BQ1RK1 w - - 0 12",Ao=9,ne=F(go),kn=F(void 0),gi=F(""),lt=F(Ln),ct=F("worth"),En=e=>Kn({cp:e}),La=(e,n)=>{const t=e.pieces.filter(({piece:i})=>i.toLowerCase()===n).map(({worth:i})=>Math.abs(i));return t.reduce((i,r)=>i+r,0)/(t.length||1)},ut=e=>La(e,"p")||100,Ai=(e,n)=>{const t=e/n;return`${t<-.005?"−":""}${Math.abs(t).toFixed(2)}`},ki=({wdl:[e,n,t],fen:i})=>`${(((Vn(i)==="w"?e:t)+n/2)/10).toFixed(1)} %`;function ko(){const[e,n]=E(),[t,i]=E(""),r=ln(null),o=kn.value??ne.value,s=f=>f===Ln||Pn.value.includes(f)?f:Rt(f),l=s(gi.value)||cn.value.find(f=>f.default)?.name||Ln,d=s(lt.value)||Ln,u=[o,ne.value,l,d].join("|"),h=J.value!==void 0&&!(J.value.kind==="server"&&vn.value);nn(()=>{if(!h)return;let f=!1;return(async()=>{try{const[v,y,_,K,W]=await Promise.all([Xn(l,o),Xn(d,o),Xn(l,ne.value),Xn(l,Gn),Xn(d,Gn)]);f||(n({key:u,one:v,two:y,before:_,usual:K,usualTwo:W}),i(""))}catch(v){f||i(q(v))}})(),()=>{f=!0}},[u,h]);const c=e?.key===u?e:void 0,p=new Map,m=new Map,C=c?ut(c.usual):100;for(const{square:f,piece:v,worth:y}of c?.one.pieces??[]){const _=Jn(v)?y:-y;if(m.set(f,(_/C).toFixed(1)),ct.value==="worth")p.set(f,Math.sign(y)*Math.sqrt(Math.min(1,Math.abs(y)/(Ao*C))));else{const K=La(c.usual,v.toLowerCase());p.set(f,Math.max(-1,Math.min(1,(_-K)/K)))}}const g=f=>{const v=de(o),y=v.get(f.slice(0,2));v.delete(f.slice(0,2)),y&&v.set(f.slice(2,4),y),b(di(o,v))},V=f=>{const v=de(o);v.delete(f),b(di(o,v))},b=f=>{try{kn.value=U().call("position",{fen:f}).fen,i("")}catch(v){i(q(v))}},k=[...cn.value.map(f=>[f.name,f.name]),...Pn.value.filter(f=>!cn.value.some(v=>v.name===f)).map(f=>[f,f]),[Ln,"classical terms"]],w=c&&kn.value?c.one.cp_white-c.before.cp_white:void 0;return a("div",{class:"desk",children:[a("div",{class:"board-side",children:[a(Ce,{fen:o,free:!0,heat:p,notes:m,label:"Board: drag a piece to see what changes",onMove:g,onDropOff:V}),a("div",{class:"toolbar",role:"toolbar","aria-label":"Board",children:[a("button",{type:"button",disabled:kn.value===void 0,onClick:()=>kn.value=void 0,children:"Put back"}),a("button",{type:"button",disabled:kn.value===void 0,onClick:()=>{ne.value=o,kn.value=void 0},children:"Keep"}),a("button",{type:"button",onClick:()=>b(o.replace(/ [wb] /,Vn(o)==="w"?" b ":" w ").replace(/ \S+ (\d+) (\d+)$/," - $1 $2")),children:[Vn(o)==="w"?"White":"Black"," to move"]}),a("span",{class:"gap"}),a("button",{type:"button",onClick:()=>{ne.value=B.position.value.fen,kn.value=void 0},children:"From Analyse"})]}),a("p",{class:"hint",children:"The number on a piece is what the evaluation loses without it, for its owner; 1.0 is a pawn of the starting position. Drag a piece anywhere, or off the board, and see what that changes."}),t&&a("p",{class:"fault",role:"alert",children:t})]}),a("div",{class:"panels",children:[a(Z,{title:"Evaluation",aside:a(X,{label:"Colours",value:ct.value,options:[["worth","whose and how much"],["usual","against the start position"]],onChange:f=>ct.value=f}),children:a("div",{class:"verdict",children:[a("strong",{class:"big","data-testid":"explain-score",children:c?En(c.one.cp_white):"…"}),c&&a("span",{class:"wdl",children:(()=>{const[f,v,y]=c.one.wdl,_=Vn(o)==="w"?[f,v,y]:[y,v,f];return a(en,{children:[a("span",{class:"w",children:[(_[0]/10).toFixed(1)," % win"]}),a("span",{class:"d",children:[(_[1]/10).toFixed(1)," % draw"]}),a("span",{class:"l",children:[(_[2]/10).toFixed(1)," % loss"]})]})})()}),w!==void 0&&a("span",{class:`change ${w>0?"up":w<0?"down":""}`,role:"status",children:En(w)==="0.00"?"no change":`${En(w)} by what was moved`})]})}),a(Z,{title:"Side by side",children:[a("div",{class:"pair",children:[a(X,{label:"First",value:l,options:k,onChange:f=>gi.value=f}),a(X,{label:"Second",value:d,options:k,onChange:f=>lt.value=f})]}),c&&a(Do,{one:c.one,two:c.two,pawns:[ut(c.usual),ut(c.usualTwo)]}),a("div",{class:"buttons",children:[a("button",{type:"button",onClick:()=>r.current?.click(),children:"Open another network"}),a("input",{ref:r,type:"file",class:"hidden",accept:".net,.nnue","aria-label":"Network file",tabIndex:-1,onChange:f=>{const v=f.currentTarget.files?.[0];v&&pr(v).then(y=>{lt.value=y,i("")},y=>i(q(y)))}})]})]}),c&&c.one.buckets.length>1&&a(Z,{title:"Output heads",children:[a("p",{class:"hint",children:"The network has one head for each range of material. Which one is asked depends on the number of pieces."}),a(Di,{rows:c.one.buckets.map(({bucket:f,cp_white:v,used:y})=>({name:`head ${f}${y?" (in use)":""}`,value:v,strong:y}))})]}),c&&a(Z,{title:"Classical terms",aside:a("b",{children:En(c.one.classical.cp_white)}),children:[a("p",{class:"hint",children:"The same position by hand-written rules: each term as White's credit less Black's, in pawns."}),a(Di,{rows:c.one.classical.terms.filter(({white:f,black:v})=>f!==0||v!==0).map(({name:f,meaning:v,white:y,black:_,total:K})=>({name:f,value:K,title:`${v?`${v}: `:""}White ${En(y)}, Black ${En(_)}`}))})]})]})]})}function Do({one:e,two:n,pawns:[t,i]}){const r=new Map(n.pieces.map(s=>[s.square,s])),o=e.pieces.map(s=>{const l=Jn(s.piece)?1:-1;return{...s,a:l*s.worth,b:l*(r.get(s.square)?.worth??0)}}).sort((s,l)=>Math.abs(l.a/t-l.b/i)-Math.abs(s.a/t-s.b/i)).slice(0,6);return a("div",{class:"table",children:a("table",{children:[a("thead",{children:a("tr",{children:[a("th",{scope:"col",children:"in its own pawns"}),a("th",{scope:"col",children:e.model??e.network}),a("th",{scope:"col",children:n.model??n.network})]})}),a("tbody",{children:[a("tr",{class:"total",children:[a("th",{scope:"row",children:"White's expected score"}),a("td",{children:ki(e)}),a("td",{children:ki(n)})]}),o.map(({square:s,piece:l,a:d,b:u})=>a("tr",{children:[a("th",{scope:"row",children:[Ne(l)," ",s]}),a("td",{children:Ai(d,t)}),a("td",{children:Ai(u,i)})]},s))]})]})})}function Di({rows:e}){const n=Math.max(1,...e.map(({value:t})=>Math.abs(t)));return a("ul",{class:"bars",children:e.map(({name:t,value:i,title:r,strong:o})=>a("li",{title:r,class:o?"strong":"",children:[a("span",{class:"name",children:t}),a("span",{class:"track",children:a("span",{class:`bar ${i>=0?"good":"bad"}`,style:{width:`${Math.abs(i)/n*50}%`,left:i>=0?"50%":`${50-Math.abs(i)/n*50}%`}})}),a("span",{class:"number",children:En(i)})]},t))})}const Bo=(function(){const n=typeof document<"u"&&document.createElement("link").relList;return n&&n.supports&&n.supports("modulepreload")?"modulepreload":"preload"})(),yo=function(e,n){return new URL(e,n).href},Bi={},wo=function(n,t,i){let r=Promise.resolve();if(t&&t.length>0){let s=function(h){return Promise.all(h.map(c=>Promise.resolve(c).then(p=>({status:"fulfilled",value:p}),p=>({status:"rejected",reason:p}))))};const l=document.getElementsByTagName("link"),d=document.querySelector("meta[property=csp-nonce]"),u=d?.nonce||d?.getAttribute("nonce");r=s(t.map(h=>{if(h=yo(h,i),h in Bi)return;Bi[h]=!0;const c=h.endsWith(".css"),p=c?'[rel="stylesheet"]':"";if(!!i)for(let g=l.length-1;g>=0;g--){const V=l[g];if(V.href===h&&(!c||V.rel==="stylesheet"))return}else if(document.querySelector(`link[href="${h}"]${p}`))return;const C=document.createElement("link");if(C.rel=c?"stylesheet":Bo,c||(C.as="script"),C.crossOrigin="",C.href=h,u&&C.setAttribute("nonce",u),document.head.appendChild(C),c)return new Promise((g,V)=>{C.addEventListener("load",g),C.addEventListener("error",()=>V(new Error(`Unable to preload CSS for ${h}`)))})}))}function o(s){const l=new Event("vite:preloadError",{cancelable:!0});if(l.payload=s,window.dispatchEvent(l),!l.defaultPrevented)throw s}return r.then(s=>{for(const l of s||[])l.status==="rejected"&&o(l.reason);return n().catch(o)})},oe=[{x:[0,0],t:0},{x:[0,1],t:1},{x:[1,0],t:1},{x:[1,1],t:0}];function Go(e){let n=e>>>0;return()=>{n=n+1831565813>>>0;let t=Math.imul(n^n>>>15,n|1);return t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/2**32}}function _o(e,n){const t=Go(n),i=()=>2*t()-1;return{W:Array.from({length:2*e},i),b:Array.from({length:e},()=>.5*i()),v:Array.from({length:e},i),c:0}}const So=e=>1/(1+Math.exp(-e));function me({W:e,b:n,v:t,c:i},{x:r,t:o}){const s=n.map((h,c)=>h+e[2*c]*r[0]+e[2*c+1]*r[1]),l=s.map(Math.tanh),d=l.reduce((h,c,p)=>h+t[p]*c,i),u=So(d);return{z:s,a:l,y:d,p:u,loss:(u-o)**2}}function Pa({v:e},{x:n,t},{a:i,p:r}){const o=2*(r-t),s=o*r*(1-r),l=e.map(u=>s*u),d=l.map((u,h)=>u*(1-i[h]**2));return{dp:o,dy:s,dc:s,dv:i.map(u=>s*u),da:l,dz:d,db:d.slice(),dW:d.flatMap(u=>[u*n[0],u*n[1]])}}function Eo(e,n,t){const i=1/n.length,r=n.map(o=>{const s=me(e,o);return{ahead:s,back:Pa(e,o,s)}});for(const{back:o}of r)o.dW.forEach((s,l)=>e.W[l]-=t*i*s),o.db.forEach((s,l)=>e.b[l]-=t*i*s),o.dv.forEach((s,l)=>e.v[l]-=t*i*s),e.c-=t*i*o.dc;return r.reduce((o,{ahead:s})=>o+i*s.loss,0)}const yi={W:[.8,-.5,-.6,.9],b:[.1,-.2],v:[.7,-.4],c:.05},dt=1,x=e=>(e<0?"−":"")+Math.abs(e).toFixed(3);function Mo(){const[e,n]=E(yi),[t,i]=E(1),[r,o]=E(0),[s,l]=E(0),d=oe[t],u=me(e,d),h=Pa(e,d,u),{W:c,b:p,v:m,c:C}=e,{x:g,t:V}=d,b=[{title:"The inputs",text:"Two numbers come in, and the answer that is wanted is known.",formulas:[`x = (${g.join(", ")}), t = ${V}`]},{title:"Forward: the hidden sums",text:"Each hidden neuron adds its inputs, times their weights, to its bias.",formulas:[0,1].map(v=>`z${v} = ${x(p[v])} + ${x(c[2*v])}·${g[0]} + ${x(c[2*v+1])}·${g[1]} = ${x(u.z[v])}`)},{title:"Forward: the activation",text:"tanh bends the sum, so that two layers can do more than one.",formulas:[0,1].map(v=>`a${v} = tanh(${x(u.z[v])}) = ${x(u.a[v])}`)},{title:"Forward: the output and the loss",text:"The output neuron does the same, sigmoid turns it into a probability, and the loss says how wrong it is.",formulas:[`y = ${x(C)} + ${x(m[0])}·${x(u.a[0])} + ${x(m[1])}·${x(u.a[1])} = ${x(u.y)}`,`p = sigmoid(y) = ${x(u.p)}`,`L = (p − t)² = ${x(u.loss)}`]},{title:"Backward: from the loss to the output",text:"How much does the loss change with p, and with y?",formulas:[`dp = 2 (p − t) = ${x(h.dp)}`,`dy = dp · p (1 − p) = ${x(h.dy)}`,`dc = dy = ${x(h.dc)}`,...[0,1].map(v=>`dv${v} = dy · a${v} = ${x(h.dv[v])}`)]},{title:"Backward: through the hidden layer",text:"Each hidden neuron gets its share of the slope, by the weight that leads out of it.",formulas:[...[0,1].map(v=>`da${v} = dy · v${v} = ${x(h.da[v])}`),...[0,1].map(v=>`dz${v} = da${v} (1 − a${v}²) = ${x(h.dz[v])}`)]},{title:"Backward: the weights",text:"The slope by a weight is the slope at its output end times the value at its input end.",formulas:[0,1].map(v=>`dW${v} = dz${v} · x = (${x(h.dW[2*v])}, ${x(h.dW[2*v+1])})`)},{title:"The step",text:`Every number goes a little way against its slope: w ← w − ${dt} · dw. Then the loss of this example is smaller.`,formulas:[`loss before: ${x(u.loss)}`,`loss after: ${x(me(k(),d).loss)}`]}];function k(){const v=(y,_)=>y.map((K,W)=>K-dt*_[W]);return{W:v(c,h.dW),b:v(p,h.db),v:v(m,h.dv),c:C-dt*h.dc}}const w=()=>{if(r<b.length-1){o(r+1);return}n(k()),l(s+1),o(0)},f=b[r];return a("section",{class:"demo","aria-label":"One forward and backward pass",children:[a("h3",{children:"Try it: one pass forward, one pass back"}),a("div",{class:"demo-columns",children:[a(Lo,{parameters:e,stage:r,x:g,ahead:u,back:h}),a("div",{children:[a("p",{class:"stage-title",role:"status",children:a("b",{children:[r+1,"/",b.length," ",f.title]})}),a("p",{children:f.text}),a("ul",{class:"formulas",children:f.formulas.map(v=>a("li",{children:a("code",{children:v})},v))}),a("div",{class:"buttons",children:[a("button",{type:"button",class:"primary",onClick:w,children:r<b.length-1?"Next":"Take the step"}),a("button",{type:"button",disabled:r===0,onClick:()=>o(r-1),children:"Back"}),a("button",{type:"button",onClick:()=>{n(yi),l(0),o(0)},children:"Start again"})]}),a(X,{label:"Example",value:String(t),options:oe.map((v,y)=>[String(y),`${v.x.join(", ")} → ${v.t}`]),onChange:v=>{i(Number(v)),o(0)}}),a("p",{class:"hint",children:["Steps taken: ",s]})]})]})]})}function Lo({parameters:e,stage:n,x:t,ahead:i,back:r}){const{W:o,v:s}=e,l=[70,210],d=[70,210],[u,h,c]=[45,210,375],p=[],m=(g,V,b,k,w,f,v,y,_,K)=>{const[W,G]=[V+(k-V)*y,b+(w-b)*y];p.push(a("g",{class:`edge ${f>=0?"plus":"minus"}${_?" lit":""}`,children:[a("line",{x1:V,y1:b,x2:k,y2:w,"stroke-width":1+3*Math.min(1.5,Math.abs(f))}),a("text",{x:W,y:G-5,"text-anchor":"middle",children:x(f)}),K&&a("text",{class:"slope",x:W,y:G+12,"text-anchor":"middle",children:["d ",x(v)]})]},g))};for(let g=0;g<2;g++){for(let V=0;V<2;V++)m(`W${g}${V}`,u,l[V],h,d[g],o[2*g+V],r.dW[2*g+V],V===g?.5:.28,n===1||n===6,n>=6);m(`v${g}`,h,d[g],c,140,s[g],r.dv[g],.5,n===3||n===4,n>=4)}const C=(g,V,b,k,w,f,v)=>a("g",{class:`neuron${v?" lit":""}`,children:[a("circle",{cx:V,cy:b,r:"37"}),a("text",{class:"name",x:V,y:b-13,"text-anchor":"middle",children:k}),a("text",{x:V,y:b+5,"text-anchor":"middle",children:w}),a("text",{class:"slope",x:V,y:b+19,"text-anchor":"middle",children:f})]},g);return a("svg",{class:"diagram",viewBox:"0 0 420 280",role:"img","aria-label":"The network: two inputs, two hidden neurons, one output",children:[p,l.map((g,V)=>C(`x${V}`,u,g,`x${V}`,String(t[V]),"",n===0)),d.map((g,V)=>C(`h${V}`,h,g,n>=2?`a${V}`:`z${V}`,n>=2?x(i.a[V]):n>=1?x(i.z[V]):"?",n>=5?`d ${x(r.dz[V])}`:"",n===1||n===2||n===5)),C("out",c,140,"p",n>=3?x(i.p):"?",n>=4?`d ${x(r.dy)}`:"",n===3||n===4)]})}function wi(e,n,t=4){const r=(n-e||Math.abs(n)||1)/t,o=10**Math.floor(Math.log10(r)),s=[1,2,5,10].map(d=>d*o).find(d=>d>=r*.999),l=[];for(let d=Math.ceil(e/s-1e-9);d*s<=n+s*1e-9;d++)l.push(d*s+0);return l}function Po(e,n){if(e.length<=n)return e;const t=(e.length-1)/(n-1);return Array.from({length:n},(i,r)=>e[Math.round(r*t)])}const Hn=58,ht=12,Gi=12,xo=26,se=e=>{const n=Math.abs(e);return n>=1e9?`${+(e/1e9).toPrecision(3)}G`:n>=1e6?`${+(e/1e6).toPrecision(3)}M`:n>=1e3?`${+(e/1e3).toPrecision(3)}k`:String(+e.toPrecision(3))};function Tn(e){const{series:n,logarithmic:t=!1,height:i=200,xText:r=se,yText:o=se}=e,s=ln(null),[l,d]=E(),[u,h]=E(640),c=n.every(D=>D.points.length===0);$i(()=>{const D=s.current;if(!D)return;const P=new ResizeObserver(([H])=>h(Math.max(200,Math.round(H.contentRect.width))));return P.observe(D),()=>P.disconnect()},[c]);const p=n.map(D=>({...D,points:D.points.filter(([,P])=>Number.isFinite(P)&&(!t||P>0))})),m=p.flatMap(D=>D.points);if(m.length===0)return a("p",{class:"empty",children:"No data yet."});const C=D=>t?Math.log10(D):D,g=m.map(([D])=>D),V=p.flatMap(D=>D.points.flatMap(([,P],H)=>{const un=D.errors?.[H]??0;return[C(P-un),C(P+un)]}));e.zero&&V.push(0);let[b,k]=[Math.min(...g),Math.max(...g)];b===k&&([b,k]=[b-.5,k+.5]);let[w,f]=[Math.min(...V),Math.max(...V)];w===f&&([w,f]=[w-1,f+1]);const v=(f-w)*.06;[w,f]=[w-v,f+v];const y=D=>Hn+(D-b)/(k-b)*(u-Hn-ht),_=D=>Gi+(f-C(D))/(f-w)*(i-Gi-xo),K=t?To(w,f):wi(w,f,Math.max(2,Math.round(i/50))),W=(D,P)=>D.reduce((H,un)=>!H||Math.abs(un[0]-P)<Math.abs(H[0]-P)?un:H,void 0),G=D=>{const P=s.current.getBoundingClientRect(),H=D.clientX-P.left;d(b+(H-Hn)/(u-Hn-ht)*(k-b))},L=l===void 0?[]:p.filter(D=>D.kind!=="bound").map(D=>({each:D,point:W(D.points,l)}));return a("figure",{class:"chart",children:[a("svg",{ref:s,viewBox:`0 0 ${u} ${i}`,style:{height:`${i}px`},role:"img","aria-label":e.label,onPointerMove:G,onPointerLeave:()=>d(void 0),children:[K.map(D=>a("g",{children:[a("line",{class:"grid",x1:Hn,x2:u-ht,y1:_(D),y2:_(D)}),a("text",{class:"tick",x:Hn-6,y:_(D)+4,"text-anchor":"end",children:o(D)})]},D)),wi(b,k,Math.max(2,Math.round(u/110))).map(D=>a("text",{class:"tick",x:y(D),y:i-8,"text-anchor":"middle",children:r(D)},D)),p.map(D=>a("g",{class:`series ${D.kind}`,children:[D.errors&&D.points.map(([P,H],un)=>a("line",{class:"error",x1:y(P),x2:y(P),y1:_(H-D.errors[un]),y2:_(H+D.errors[un])},P)),a("polyline",{points:Po(D.points,1e3).map(([P,H])=>`${y(P).toFixed(1)},${_(H).toFixed(1)}`).join(" ")}),D.points.length<=40&&D.kind!=="bound"&&D.points.map(([P,H])=>a("circle",{cx:y(P),cy:_(H),r:"3"},P))]},D.name)),L.map(({each:D,point:P})=>P&&a("g",{class:`series ${D.kind}`,children:a("circle",{cx:y(P[0]),cy:_(P[1]),r:"4.5"})},D.name))]}),a("figcaption",{children:[p.map(D=>{const P=L.find(H=>H.each===D)?.point??D.points.at(-1);return a("span",{class:`key ${D.kind}`,children:[D.name,P&&D.kind!=="bound"&&a("b",{children:[" ",o(P[1])]})]},D.name)}),l!==void 0&&L[0]?.point&&a("span",{class:"at",children:["at ",r(L[0].point[0])]})]})]})}function To(e,n){const t=[];for(let i=Math.floor(e);i<=Math.ceil(n);i++)for(const r of n-e>2?[1]:n-e>1?[1,2,5]:[1,1.5,2,3,4,5,7]){const o=r*10**i;Math.log10(o)>=e&&Math.log10(o)<=n&&t.push(o)}return t.length>=2?t:[10**e,10**((e+n)/2),10**n].map(i=>+i.toPrecision(2))}const on=24,mt=[.1,.3,1,2,5],_i=(e,n)=>({parameters:_o(e,n),steps:0,losses:[]});function Fo(){const[e,n]=E(4),[t,i]=E(7),[r,o]=E(2),[s,l]=E(!1),d=ln(_i(e,t)),[,u]=E(0),h=(b,k)=>{d.current=_i(b,k),n(b),i(k),l(!1)},c=b=>{const k=d.current;for(let w=0;w<b;w++){const f=Eo(k.parameters,oe,mt[r]);k.steps%Math.max(1,10**Math.floor(Math.log10(Math.max(1,k.steps))-1))===0&&k.losses.push([k.steps,f]),k.steps++}u(w=>w+1)};nn(()=>{if(!s)return;const b=setInterval(()=>c(8),50);return()=>clearInterval(b)},[s,r]);const{parameters:p,steps:m,losses:C}=d.current,g=[];for(let b=0;b<on;b++)for(let k=0;k<on;k++){const w=[-.25+1.5*(k+.5)/on,1.25-1.5*(b+.5)/on],{p:f}=me(p,{x:w,t:0});g.push(a("rect",{x:k,y:b,width:"1.02",height:"1.02",class:f>=.5?"one":"zero",style:{opacity:Math.abs(f-.5)*2}},`${b} ${k}`))}const V=b=>(b+.25)/1.5*on;return a("section",{class:"demo","aria-label":"XOR training step by step",children:[a("h3",{children:"Try it: XOR, step by step"}),a("div",{class:"demo-columns",children:[a("figure",{class:"field-map",children:[a("svg",{viewBox:`0 0 ${on} ${on}`,role:"img","aria-label":"The network's answer for every pair of inputs",children:[a("rect",{class:"ground",width:on,height:on}),g,oe.map(({x:b,t:k})=>a("g",{children:[a("circle",{class:k?"target one":"target zero",cx:V(b[0]),cy:on-V(b[1]),r:"1.1"}),a("text",{x:V(b[0]),y:on-V(b[1])+.5,"text-anchor":"middle",children:k})]},b.join()))]}),a("figcaption",{children:"Inputs across and up; the colour is the answer, from 0 to 1."})]}),a("div",{children:[a("table",{class:"numbers",children:[a("thead",{children:a("tr",{children:[a("th",{scope:"col",children:"inputs"}),a("th",{scope:"col",children:"wanted"}),a("th",{scope:"col",children:"answer"})]})}),a("tbody",{children:oe.map(b=>a("tr",{children:[a("td",{children:b.x.join(", ")}),a("td",{children:b.t}),a("td",{"data-testid":"xor-answer",children:me(p,b).p.toFixed(3)})]},b.x.join()))})]}),a("p",{children:["Steps: ",a("b",{children:m}),C.length>0&&a(en,{children:[", loss ",a("b",{children:C.at(-1)[1].toFixed(5)})]})]}),a("div",{class:"buttons",children:[a("button",{type:"button",class:"primary",onClick:()=>l(!s),children:s?"Pause":"Run"}),a("button",{type:"button",onClick:()=>c(1),children:"One step"}),a("button",{type:"button",onClick:()=>c(500),children:"500 steps"}),a("button",{type:"button",onClick:()=>h(e,t),children:"Start again"}),a("button",{type:"button",onClick:()=>h(e,t+1),children:"Other start"})]}),a("div",{class:"sliders",children:[a(On,{label:"Hidden neurons",min:1,max:8,value:e,text:String(e),onInput:b=>h(b,t)}),a(On,{label:"Learning rate",min:0,max:mt.length-1,value:r,text:String(mt[r]),onInput:o})]})]})]}),C.length>1&&a(Tn,{label:"Loss over the steps",logarithmic:!0,height:150,series:[{name:"loss",kind:"first",points:C}]})]})}const Si={"00-xor":Fo,"05-backpropagation":Mo};function No({id:e}){const[n,t]=E(),i=ln(null);if(nn(()=>void wo(()=>import("./_virtual_learn-CpRUQthT.js"),[],import.meta.url).then(u=>t(u.pages)),[]),nn(()=>{scrollTo(0,0)},[e]),!n)return a("p",{class:"empty",children:"Loading …"});const r=Math.max(0,n.findIndex(u=>u.id===e)),o=n[r],s=Si[o.id],[l,d]=Ko(o.html,s!==void 0);return a("div",{class:"learn",children:[a("nav",{class:"contents","aria-label":"Pages to learn from",children:a("ol",{children:n.map(u=>a("li",{children:a("a",{href:`#/learn/${u.id}`,"aria-current":u===o?"page":void 0,children:[u.title,Si[u.id]&&a("span",{class:"tag",children:"live"})]})},u.id))})}),a("article",{class:"prose",ref:i,children:[a("div",{dangerouslySetInnerHTML:{__html:l}}),s&&a(s,{}),a("div",{dangerouslySetInnerHTML:{__html:d}}),a("nav",{class:"neighbours","aria-label":"Neighbouring pages",children:[r>0?a("a",{href:`#/learn/${n[r-1].id}`,children:["← ",n[r-1].title]}):a("span",{}),r+1<n.length&&a("a",{href:`#/learn/${n[r+1].id}`,children:[n[r+1].title," →"]})]})]})]})}function Ko(e,n){if(!n)return[e,""];const t=e.indexOf("<h2>"),i=e.indexOf("<h2>",t+1),r=i>=0?i:t>=0?t:e.length;return[e.slice(0,r),e.slice(r)]}class xa{constructor(n,t=()=>performance.now(),i={w:n.base,b:n.base}){this.control=n,this.now=t,this.left={...i}}left;since;running;get side(){return this.running}remaining(n){const t=n===this.running&&this.since!==void 0?this.now()-this.since:0;return Math.max(0,this.left[n]-t)}start(n){this.pause(),this.running=n,this.since=this.now()}press(){if(!this.running)return;const n=this.running;this.pause(),this.left[n]+=this.control.increment,this.start(n==="w"?"b":"w")}pause(){this.running&&(this.left[this.running]=this.remaining(this.running)),this.running=void 0,this.since=void 0}flagged(){return this.remaining("w")<=0?"w":this.remaining("b")<=0?"b":void 0}}function zo(e){const n=e/1e3;if(n<20)return`0:${n.toFixed(1).padStart(4,"0")}`;const t=Math.ceil(n),i=Math.floor(t/3600),r=`${String(Math.floor(t%3600/60)).padStart(i?2:1,"0")}:${String(t%60).padStart(2,"0")}`;return i?`${i}:${r}`:r}function Ho(e){const n=Math.floor(e/1e3),t=i=>String(i).padStart(2,"0");return`[%clk ${Math.floor(n/3600)}:${t(Math.floor(n%3600/60))}:${t(n%60)}]`}function Ro(e,n){if(!e)return 1e3;const t=e.remaining(n)/30+e.control.increment*.7;return Math.max(30,Math.min(8e3,t,e.remaining(n)*.5))}const Ta=[["none","No clock",void 0],["60+0","1 min",{base:6e4,increment:0}],["180+2","3 min + 2 s",{base:18e4,increment:2e3}],["300+3","5 min + 3 s",{base:3e5,increment:3e3}],["600+5","10 min + 5 s",{base:6e5,increment:5e3}],["1800+20","30 min + 20 s",{base:18e5,increment:2e4}]],S=new Da,xn=rn("play.strength",1500),Oe=rn("play.colour","w"),We=rn("play.time","none"),_t=rn("play.from","start"),Q=F("w"),Y=F(!1),mn=F(void 0),an=F(void 0),jn=F(""),St=rn("play.game",{});let Fa;const Io=3e3;let Na;function Xe(){clearTimeout(Na),Fa?.abort()}const fn=sn(()=>(S.version,S.tree.value.mainLine().at(-1)??S.tree.value.root)),qn=sn(()=>Vn(fn.value.fen)),$e=sn(()=>Y.value&&qn.value!==Q.value),_e=sn(()=>S.node.value===fn.value),Ka=e=>Ta.find(([n])=>n===e)?.[2];function nt(){const e=an.value;St.value={game:{start:S.tree.value.root.fen,moves:S.tree.value.moves(fn.value),side:Q.value,isOn:Y.value,...mn.value?{outcome:mn.value}:{},tags:S.tree.value.tags,time:S.tree.value.tags.TimeControl??"none",...e?{left:{w:e.remaining("w"),b:e.remaining("b")}}:{}}}}function Oo(){const e=St.value.game;if(e)try{S.reset(e.start),S.play(e.moves),S.tree.value.tags=e.tags,S.tree.value.result=e.outcome?.result??"*",Q.value=e.side,mn.value=e.outcome;const n=Ka(e.time);an.value=n&&e.left?new xa(n,void 0,e.left):void 0,e.isOn&&an.value?.start(qn.value),Y.value=e.isOn}catch{St.value={}}}function Wo(){Xe(),Y.value=!1,Q.value=Oe.value==="random"?Math.random()<.5?"w":"b":Oe.value,S.reset(_t.value==="analyse"?B.position.value.fen:Gn);const e=Ka(We.value);an.value=e?new xa(e):void 0,an.value?.start(qn.value),mn.value=void 0,jn.value="";const n="You",t=`Tabia (${Re(xn.value)})`;S.tree.value.tags={Event:"Game against Tabia",Site:"Tabia",Date:new Date().toISOString().slice(0,10).replace(/-/g,"."),Round:"-",White:Q.value==="w"?n:t,Black:Q.value==="w"?t:n,...e?{TimeControl:We.value}:{}},Y.value=!0,za(),nt()}function Je(e,n){Xe(),an.value?.pause(),mn.value={result:e,why:n},S.tree.value.result=e,S.tree.value.tags.Result=e,Y.value=!1,S.touch(),nt(),S.tree.value.size>1&&Va(S.kept())}const Et=e=>e==="w"?"1-0":"0-1",le=e=>e==="w"?"b":"w";function $o(){const e=an.value;if(e?.side){const n=e.side;e.press(),fn.value.comment=Ho(e.remaining(n)),S.touch()}za(),nt()}function za(){const e=S.tree.value,{end:n}=U().call("position",{fen:e.root.fen,moves:e.moves(fn.value)});n&&(n==="checkmate"?Je(Et(le(qn.value)),"checkmate"):Je("1/2-1/2",n))}function Ha(e){Nt(()=>{const n=_e.value?void 0:S.node.value;S.play([e],fn.value),S.go(n)}),$o()}async function Ot(){const e=J.value;if(!e||!$e.value)return;Xe();const n=Fa=new AbortController,t=le(Q.value);try{const i=await e.play({fen:S.tree.value.root.fen,moves:S.tree.value.moves(fn.value),movetime:Math.round(Ro(an.value,t)),...xn.value<Yn?{elo:xn.value}:{}},n.signal);if(n.signal.aborted||!Y.value||!i.bestmove)return;jn.value="",Ha(i.bestmove)}catch(i){if(qe(i)||n.signal.aborted)return;jn.value=`Tabia can't answer: ${q(i)}. It is asked again.`,Na=setTimeout(()=>void Ot(),Io)}}function Jo(){Xe(),Y.value=!1;let e=fn.value;do{if(!e.parent)break;const n=e.parent;S.remove(e),e=n}while(Vn(e.fen)!==Q.value&&e.parent);S.go(e),mn.value=void 0,jn.value="",S.tree.value.result="*",Y.value=!0,an.value?.start(qn.value),nt()}pn(()=>{$e.value&&J.value&&Promise.resolve().then(Ot)});function Uo(){const[,e]=E(0);nn(()=>{const r=setInterval(()=>{const o=Y.value?an.value?.flagged():void 0;o&&Je(Et(le(o)),"time"),an.value&&e(s=>s+1)},100);return()=>clearInterval(r)},[]),Aa(S);const n=S.position.value,t=Y.value||mn.value!==void 0,i=Y.value&&n.turn===Q.value&&_e.value;return a("div",{class:"desk tall",children:[a("div",{class:"board-side",children:[a(Ei,{side:le(Q.value),name:`Tabia, ${Re(xn.value)}`,thinking:$e.value}),a(Ce,{fen:n.fen,flipped:Q.value==="b",legal:i?n.legal.map(r=>r.uci):[],lastMove:S.node.value.uci,check:n.check,onMove:Ha}),a(Ei,{side:Q.value,name:"You",thinking:!1}),a("p",{class:"sr-only",role:"status",children:fn.value.parent&&qn.value===Q.value?`Tabia played ${fn.value.san}`:""}),a("div",{class:"toolbar",role:"toolbar","aria-label":"Board",children:[a(wn,{icon:"first",label:"To the start",disabled:!S.node.value.parent,onClick:()=>S.first()}),a(wn,{icon:"back",label:"Back",disabled:!S.node.value.parent,onClick:()=>S.back()}),a(wn,{icon:"forward",label:"Forward",disabled:_e.value,onClick:()=>S.forward()}),a(wn,{icon:"last",label:"To the end",disabled:_e.value,onClick:()=>S.last()}),a("span",{class:"gap"}),a("button",{type:"button",onClick:Jo,disabled:!t||S.tree.value.mainLine().length===0,children:"Take back"}),a("button",{type:"button",onClick:()=>Je(Et(le(Q.value)),"resignation"),disabled:!Y.value,children:"Resign"})]})]}),a("div",{class:"panels",children:[a(Z,{title:t?"The game":"A new game",children:[mn.value&&a("p",{class:"outcome",role:"status",children:[a("strong",{children:mn.value.result.replace("1/2-1/2","½–½").replace("-","–")})," ",jo()]}),jn.value&&a("p",{class:"fault",role:"alert",children:[jn.value," ",$e.value&&a("button",{type:"button",onClick:()=>void Ot(),children:"Ask now"})]}),a("div",{class:"sliders",children:[a(On,{label:"Strength",min:wa,max:Yn,step:50,value:xn.value,text:Re(xn.value),onInput:r=>xn.value=r}),a(X,{label:"You play",value:Oe.value,options:[["w","White"],["b","Black"],["random","Either"]],onChange:r=>Oe.value=r}),a(X,{label:"From",value:_t.value,options:[["start","the starting position"],["analyse","the analysis board"]],onChange:r=>_t.value=r}),a(X,{label:"Clock",value:We.value,options:Ta.map(([r,o])=>[r,o]),onChange:r=>We.value=r})]}),a("div",{class:"buttons",children:a("button",{type:"button",class:"primary",disabled:!J.value,onClick:Wo,children:Y.value?"Start anew":"Start"})})]}),a(Z,{title:"Moves",aside:a("span",{class:"opening",children:S.opening.value?.name??""}),children:[a(ka,{session:S}),a("div",{class:"buttons",children:[a("button",{type:"button",disabled:!t,onClick:()=>ya("tabia-game.pgn",S.pgn()),children:"Save PGN"}),a("button",{type:"button",disabled:!t,onClick:()=>{const r=U().call("pgn_read",{text:S.pgn()}).games[0];r?.error===void 0&&(B.load(r),B.last(),location.hash="#/analyse")},children:"Analyse this game"})]})]})]})]})}function jo(){const{result:e,why:n}=mn.value;return e==="1/2-1/2"?`Draw: ${n}.`:`${e==="1-0"==(Q.value==="w")?"You win":"Tabia wins"} by ${n}.`}function Ei({side:e,name:n,thinking:t}){const i=an.value;return a("div",{class:"player",children:[a("span",{class:`disc ${e==="w"?"white":"black"}`,"aria-hidden":"true"}),a("span",{class:"name",children:n}),a("span",{class:"busy",role:"status",children:t?"thinking …":""}),i&&a("span",{class:`clock${i.side===e?" runs":""}`,"aria-label":`Clock of ${e==="w"?"White":"Black"}`,children:zo(i.remaining(e))})]})}async function Zo(){try{const e=await $n("runs",{headers:{Accept:"application/json"}});if(!e.ok)return"none";const n=await e.json().catch(()=>({}));return Array.isArray(n.runs)?n.runs:"none"}catch{return"lost"}}const Qo=3e3;function Yo(e,n,t){const i=`runs/${encodeURIComponent(e)}`,r=new AbortController,{signal:o}=r,s=l=>{o.aborted||n(JSON.parse(l))};return $n(i,{signal:o}).then(async l=>{if(!l.ok)throw new Error(`${e}: ${l.status}`);s(await l.text())}).catch(l=>{o.aborted||t(l instanceof Error?l.message:String(l))}),(async()=>{for(;!o.aborted;){try{const l=await $n(`${i}/events`,{headers:{Accept:"text/event-stream"},signal:o});if(l.ok){t("");for await(const{event:d,data:u}of la(l))d==="update"&&s(u)}}catch{}if(o.aborted)return;t("The connection is lost; trying again."),await new Promise(l=>setTimeout(l,Qo))}})(),()=>r.abort()}const qo={train:"training",learn:"learning loop",match:"match"};function Xo(){const[e,n]=E("none"),[t,i]=E(!1),[r,o]=E(),[s,l]=E(),[d,u]=E("");return nn(()=>{let h=!1;const c=async()=>{const m=await Zo();h||m!=="lost"&&(n(m),i(!0),m!=="none"&&o(C=>C??ns(m)?.name))};c();const p=setInterval(()=>void c(),3e3);return()=>{h=!0,clearInterval(p)}},[]),nn(()=>(l(void 0),r===void 0?void 0:Yo(r,l,u)),[r]),!t&&vn.value?a("p",{class:"empty",children:"The runs are on the server, which doesn't answer."}):t?e==="none"||e.length===0?a(as,{hasFolder:e!=="none"}):a("div",{class:"train",children:[a(Z,{title:"Runs",children:a("ul",{class:"run-list",children:e.map(h=>a("li",{children:a("button",{type:"button","aria-pressed":h.name===r,onClick:()=>o(h.name),children:[a("span",{class:`lamp${h.running?" on":""}`,"aria-hidden":"true"}),a("span",{class:"name",children:h.name}),a("span",{class:"kind",children:[qo[h.kind],", ",h.running?"running":es(h.updated)]})]})},h.name))})}),a("div",{class:"run","data-testid":"run",children:[d&&a("p",{class:"fault",role:"alert",children:d}),!s&&!d&&a("p",{class:"empty",children:"Loading …"}),s?.learn&&a(os,{learn:s.learn}),s?.train&&a(rs,{train:s.train}),s?.match&&a(ss,{match:s.match}),s&&!s.train&&!s.learn&&!s.match&&a("p",{class:"empty",children:"This run has written nothing yet."})]})]}):a("p",{class:"empty",children:"Looking for runs …"})}const ns=e=>[...e].sort((n,t)=>Number(t.running)-Number(n.running)||t.updated-n.updated)[0];function es(e,n=Date.now()/1e3){const t=Math.max(0,n-e);return t<90?`${Math.round(t)} s ago`:t<5400?`${Math.round(t/60)} min ago`:t<129600?`${Math.round(t/3600)} h ago`:`${Math.round(t/86400)} days ago`}const ts=`mkdir -p runs
./run serve --runs runs`,is=`./run train xor --out runs/xor
./run learn tiny --out runs/tiny`;function as({hasFolder:e}){return a("div",{class:"prose narrow",children:[a("h1",{children:"No runs to watch"}),e?a("p",{children:"The folder of runs is empty so far."}):a(en,{children:[a("p",{children:"This page was not served with a folder of runs. Start the server with one:"}),a("pre",{tabIndex:0,children:a("code",{children:ts})})]}),a("p",{children:"Then, in another terminal, let something learn: XOR in a second, or chess from nothing in a few minutes. Other recipes need data; docs/training.md says how to make it."}),a("pre",{tabIndex:0,children:a("code",{children:is})}),a("p",{children:"Curves, Elo, the test of a match and sample positions appear here while the run goes on."})]})}function rs({train:e}){const{points:n,target:t,samples:i}=e,r=n.at(-1),o=n.flatMap(s=>s.validation?[[s.positions,s.validation]]:[]);return a(en,{children:[a(Z,{title:"Training",children:[a("div",{class:"facts",children:[a(tn,{name:"positions",value:r?se(r.positions):"0"}),a(tn,{name:"speed",value:r?`${se(r.positions_per_second)}/s`:"–"}),a(tn,{name:"loss",value:r?r.loss.toPrecision(4):"–"}),a(tn,{name:"validation",value:o.length?o.at(-1)[1].toPrecision(4):"–"}),t!==void 0&&r&&t>0&&a("div",{class:"progress",children:[a("progress",{max:t,value:Math.min(r.positions,t),"aria-label":"Progress"}),a("span",{children:[(100*r.positions/t).toFixed(1)," % of ",se(t)]})]})]}),a(Tn,{label:"Loss and validation loss over the positions seen",logarithmic:!0,height:220,series:[{name:"loss",kind:"first",points:n.map(s=>[s.positions,s.loss])},{name:"validation",kind:"second",points:o}]}),a("div",{class:"pair",children:[a(Tn,{label:"Learning rate over the positions seen",height:130,series:[{name:"learning rate",kind:"first",points:n.map(s=>[s.positions,s.rate])}]}),a(Tn,{label:"Positions a second",height:130,zero:!0,series:[{name:"positions/s",kind:"first",points:n.map(s=>[s.positions,s.positions_per_second])}]})]})]}),i&&i.length>0&&a(Z,{title:"What it thinks so far",children:a("div",{class:"samples",children:i.slice(0,8).map(({fen:s,cp_white:l,course:d})=>a(cs,{fen:s,caption:Kn({cp:l}),course:d??[]},s))})})]})}function Se(e,n){if(e==null)return"–";const t=`${e>=0?"+":"−"}${Math.abs(e).toFixed(1)}`;return n==null?t:`${t} ± ${n.toFixed(1)}`}function os({learn:e}){const{rounds:n,step:t,state:i}=e,r=n.filter(s=>s.elo!==null),o=n.filter(s=>typeof s.match_elo=="number");return a(Z,{title:"Learning loop",children:[a("div",{class:"facts",children:[a(tn,{name:"rounds",value:String(n.length)}),a(tn,{name:"promoted",value:String(n.filter(s=>s.promoted).length)}),a(tn,{name:"Elo since the start",value:Se(r.at(-1)?.elo,r.at(-1)?.error)}),(i||t)&&a(tn,{name:"now",value:String(i??t)})]}),a("div",{class:"pair",children:[a(Tn,{label:"Elo of each round's network since the first",zero:!0,series:[{name:"Elo since the start",kind:"first",points:r.map(({round:s,elo:l})=>[s,l]),errors:r.map(({error:s})=>s??0)}]}),o.length>0&&a(Tn,{label:"Elo of each round's network against the one before",zero:!0,series:[{name:"Elo of the round",kind:"second",points:o.map(({round:s,match_elo:l})=>[s,l]),errors:o.map(({match_error:s})=>s??0)}]})]}),a("div",{class:"table",tabIndex:0,children:a("table",{children:[a("thead",{children:a("tr",{children:[a("th",{scope:"col",children:"Round"}),a("th",{scope:"col",children:"Elo since the start"}),o.length>0&&a("th",{scope:"col",children:"Elo of the round"}),a("th",{scope:"col",children:"Games"}),a("th",{scope:"col",children:"Promoted"})]})}),a("tbody",{children:n.slice(-12).map(s=>a("tr",{children:[a("td",{children:s.round}),a("td",{children:Se(s.elo,s.error)}),o.length>0&&a("td",{children:Se(s.match_elo,s.match_error)}),a("td",{children:s.games}),a("td",{children:s.promoted?"yes":"no"})]},s.round))})]})})]})}function ss({match:e}){const{engines:n,won:t,drawn:i,lost:r,elo:o,error:s,llr:l,bounds:d,games:u}=e,h=t+i+r,c=l?.length??0;return a(en,{children:[a(Z,{title:`${n[0]} – ${n[1]}`,children:[a("div",{class:"facts",children:[a(tn,{name:"games",value:String(h)}),a(tn,{name:"won, drawn, lost",value:`${t} · ${i} · ${r}`}),a(tn,{name:"Elo",value:Se(o,s)}),l&&l.length>0&&a(tn,{name:"LLR",value:l.at(-1).toFixed(2)})]}),h>0&&a("div",{class:"wdl-bar",role:"img","aria-label":`${t} won, ${i} drawn, ${r} lost`,children:[a("span",{class:"w",style:{flexGrow:t}}),a("span",{class:"d",style:{flexGrow:i}}),a("span",{class:"l",style:{flexGrow:r}})]}),l&&l.length>0&&a(Tn,{label:"Log-likelihood ratio of the sequential test, between its bounds",series:[{name:"LLR",kind:"first",points:l.map((p,m)=>[m+1,p])},...d?[{name:`accepted at ${d[1].toFixed(2)}`,kind:"bound",points:[[1,d[1]],[c,d[1]]]},{name:`refused at ${d[0].toFixed(2)}`,kind:"bound",points:[[1,d[0]],[c,d[0]]]}]:[]]})]}),a(ls,{games:u})]})}function ls({games:e}){const[n,t]=E("");if(e.length===0)return null;const i=r=>{try{if(r.pgn){const o=U().call("pgn_read",{text:r.pgn}).games[0];if(!o||o.error!==void 0)throw new Error(o?.error??"no game");B.load(o)}else{B.reset(r.opening_fen);const o=typeof r.moves=="string"?r.moves.split(/\s+/).filter(Boolean):r.moves??[];B.play(o)}B.tree.value.tags={...B.tree.value.tags,White:r.white,Black:r.black},B.tree.value.result=r.result,B.first(),location.hash="#/analyse"}catch(o){t(q(o))}};return a(Z,{title:"Last games",children:[n&&a("p",{class:"fault",role:"alert",children:n}),a("ul",{class:"games",children:[...e].reverse().map((r,o)=>a("li",{children:[a("span",{class:"name",children:[r.white," – ",r.black]}),a("b",{children:r.result.replace("1/2-1/2","½–½").replace("-","–")}),a("button",{type:"button",disabled:!r.pgn&&!r.moves&&!r.opening_fen,onClick:()=>i(r),children:"Look"})]},o))})]})}function cs({fen:e,caption:n,course:t}){return a("figure",{class:"sample",children:[a(Ce,{fen:e,still:!0,label:`Sample position, ${n} for White`}),a(us,{values:t}),a("figcaption",{children:[a("b",{children:n}),a("button",{type:"button",onClick:()=>{B.reset(e),location.hash="#/analyse"},children:"Analyse"})]})]})}function us({values:e}){const n=e.flatMap((o,s)=>o===null?[]:[[s,o]]);if(n.length<2)return null;const t=Math.max(50,...n.map(([,o])=>Math.abs(o))),i=o=>50-48*o/t,r=o=>Kn({cp:o});return a("svg",{class:"course",viewBox:`0 0 ${e.length-1} 100`,preserveAspectRatio:"none",role:"img","aria-label":`Its evaluation went from ${r(n[0][1])} to ${r(n.at(-1)[1])}, at most ${r(t)} either way`,children:[a("line",{x1:"0",x2:e.length-1,y1:"50",y2:"50"}),a("polyline",{points:n.map(([o,s])=>`${o},${i(s).toFixed(1)}`).join(" ")})]})}function tn({name:e,value:n}){return a("div",{class:"fact",children:[a("span",{children:e}),a("b",{children:n})]})}const Ue=[["analyse","Analyse"],["play","Play"],["explain","Explain"],["train","Train"],["learn","Learn"]],je=F({part:"analyse",rest:""}),Dn=rn("theme","auto");function Mi(){const[e="",n]=location.hash.replace(/^#\/?/,"").split("?"),[t="",...i]=e.split("/"),r=Cr(n??"");if(r)try{to(r)}catch{}je.value={part:Ue.some(([s])=>s===t)?t:"analyse",rest:i.join("/")};const o=Ue.find(([s])=>s===je.value.part)[1];document.title=`${o} – Tabia`}function ds(){let n=-250,t;pn(()=>{const i=fa(Ea());if(clearTimeout(t),je.value.part!=="analyse")return;const r=()=>{n=performance.now(),location.hash!==i&&history.replaceState(null,"",i)},o=n+250-performance.now();o>0?t=setTimeout(r,o):r()})}class hs extends Rn{state={fault:""};static getDerivedStateFromError(n){return{fault:q(n)}}componentDidCatch(n){console.error(n)}render(){return this.state.fault?a("p",{class:"fault",role:"alert",children:["This part of the page broke down: ",this.state.fault,". ",a("a",{href:"#/analyse",children:"To the analysis board"})]}):this.props.children}}function ms(){return a("form",{class:"field wide",onSubmit:e=>{e.preventDefault(),lr(new FormData(e.currentTarget).get("token")),ha()},children:[a("label",{for:"token",children:"This server asks for its token"}),a("input",{id:"token",name:"token",type:"password",autocomplete:"off",required:!0}),a("div",{class:"buttons",children:a("button",{type:"submit",children:"Use it"})})]})}function fs(){const{part:e,rest:n}=je.value;return document.documentElement.dataset.theme=Dn.value,a(en,{children:[a("a",{class:"skip",href:"#main",onClick:t=>{t.preventDefault(),document.getElementById("main")?.focus()},children:"To the content"}),a("header",{class:"top",children:[a("a",{class:"brand",href:"#/analyse","aria-label":"Tabia, to the analysis board",children:[a("svg",{viewBox:"0 0 100 100","aria-hidden":"true",children:a("path",{d:"M33 82c-1-12 12-17 15-29c-5 5-11 5-15 9c-3 3-4 7-8 7c-5 0-9-4-9-9c0-5 5-8 7-13c2-6 4-10 9-14l0-12c0-1.500 1.500-2 2.500-1l8.500 7c20-3 35 14 34 39c0 6-1 11-2 16z"})}),a("span",{children:"Tabia"})]}),a("nav",{class:"parts","aria-label":"Parts of the page",children:Ue.map(([t,i])=>a("a",{href:`#/${t}`,"aria-current":t===e?"page":void 0,children:i},t))}),a("div",{class:"top-side",children:[ua.value&&a("label",{class:"who",children:[a("span",{class:"sr-only",children:"Engine"}),a("select",{value:J.value?.kind??"server",onChange:t=>void kt(t.currentTarget.value),children:[a("option",{value:"server",children:"Server"}),a("option",{value:"browser",children:"This browser"})]})]}),a("button",{type:"button",class:"theme","aria-label":`Colours: ${Dn.value}`,title:`Colours: ${Dn.value}`,onClick:()=>Dn.value=Dn.value==="auto"?"light":Dn.value==="light"?"dark":"auto",children:Dn.value==="auto"?"◐":Dn.value==="light"?"☀":"☾"})]})]}),a("main",{id:"main",tabIndex:-1,children:[a("h1",{class:"sr-only",children:Ue.find(([t])=>t===e)[1]}),vn.value&&J.value?.kind==="server"&&a("p",{class:"fault",role:"alert","data-testid":"lost",children:["The server doesn't answer. It is asked again every few seconds."," ",a("button",{type:"button",onClick:()=>void kt("browser"),children:"Use this browser meanwhile"})]}),Fe.value&&a("p",{class:"fault",role:"alert",children:Fe.value}),ra.value&&a(ms,{}),a(hs,{children:[e==="analyse"&&a(oo,{}),e==="play"&&a(Uo,{}),e==="explain"&&a(ko,{}),e==="train"&&a(Xo,{}),e==="learn"&&a(No,{id:n})]},e)]}),a(Jr,{}),a("footer",{children:[J.value?J.value.kind==="server"?"The server thinks.":"The engine runs in this browser: nothing is sent anywhere.":"Starting the engine …"," ","Pieces drawn for Tabia; opening names by lichess.org (CC0)."]})]})}const ft=document.getElementById("page");sr().then(async()=>{await Promise.all([eo(),Vr()]),Mi(),ds(),addEventListener("hashchange",Mi),Oo(),addEventListener("focus",()=>void da()),ft.textContent="",ja(a(fs,{}),ft),ha()},e=>{ft.textContent=`Tabia can't start here: ${q(e)}. It needs a browser with WebAssembly SIMD (2023 or newer).`});
